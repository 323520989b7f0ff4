import type { MetadataRoute } from "next";
import { listShopPaths } from "@/lib/domain/storefronts/public/list-shop-paths";
import { guideNames } from "@/lib/server/pages/guides";
import { runtime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** The public pages, and the shops that are published. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const paths = [
    "/",
    "/pricing",
    "/docs",
    "/docs/guides",
    ...guideNames.map((name) => `/docs/guides/${name}`),
    "/status",
    "/contact",
  ];
  const { db, config } = runtime();
  const shops = await listShopPaths({ db });
  const urlOf = (path: string) => new URL(path, config.APP_URL).href;
  return [
    ...paths.map((path) => ({ url: urlOf(path) })),
    ...shops.map(({ path, changedAt }) => ({ url: urlOf(path), lastModified: changedAt })),
  ];
}
