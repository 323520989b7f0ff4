import type { MetadataRoute } from "next";
import { runtime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** Search engines may read the public pages, but no payment pages. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: [
        "/admin",
        "/api/",
        "/b/",
        "/dashboard",
        "/dev/",
        "/i/",
        "/job/",
        "/onboarding",
        "/pay/",
        "/subscribe/",
        "/subscriptions",
        "/v1/",
      ],
    },
    sitemap: `${runtime().config.APP_URL}/sitemap.xml`,
  };
}
