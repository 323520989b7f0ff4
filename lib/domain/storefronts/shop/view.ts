import type { z } from "zod";
import type { storefront } from "@/lib/contract/storefronts/storefronts";
import { shopUrl } from "@/lib/core/storefronts/shop-paths";
import type { Context } from "@/lib/domain/platform/context";
import type { StorefrontRow } from "./storefront-rows";

export type StorefrontView = z.output<typeof storefront>;

/** A shop as its merchant sees it. */
export const viewStorefront = (
  { config }: Pick<Context, "config">,
  row: StorefrontRow,
): StorefrontView => ({ ...row, object: "storefront", url: shopUrl(config, row) });
