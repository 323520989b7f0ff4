import type { MetadataRoute } from "next";
import { guideNames } from "@/lib/server/pages/guides";
import { runtime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** The public pages. */
export default function sitemap(): MetadataRoute.Sitemap {
  const paths = [
    "/",
    "/pricing",
    "/docs",
    "/docs/guides",
    ...guideNames.map((name) => `/docs/guides/${name}`),
    "/status",
    "/contact",
  ];
  return paths.map((path) => ({ url: new URL(path, runtime().config.APP_URL).href }));
}
