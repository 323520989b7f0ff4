import { Notice } from "@/components/ui/notice";
import type { ShopPage, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { shopPath } from "@/lib/core/storefronts/shop-paths";
import { BuyButton } from "./buy-button";
import type { ShopSpeech } from "./shop-speech";
import { StockNote } from "./stock-note";

type Props = ShopSpeech & { page: ShopPage; product: ShopProduct; wide?: boolean };

/** How many pieces are left, and the button that buys one; without a button where nothing can be bought. */
export function ProductActions({ page, product, say, problems, wide = false }: Props) {
  const { shop, merchant } = page;
  const canBuy = shop.sells && product.available !== 0;
  const isSubscription = product.type === "subscription";
  return (
    <div className="grid gap-2">
      <StockNote available={product.available} say={say} />
      {canBuy && (
        <BuyButton
          slug={shop.slug}
          productId={product.id}
          returnPath={isSubscription ? shopPath(shop) : null}
          merchant={merchant.name}
          label={say(isSubscription ? "subscribe" : "buy")}
          name={say(isSubscription ? "subscribeNamed" : "buyNamed", { product: product.name })}
          words={problems}
          wide={wide}
        />
      )}
    </div>
  );
}

/** Says that a shop sells nothing now. */
export function ShopNotice({ page: { shop }, say }: Pick<Props, "page" | "say">) {
  return shop.sells ? null : (
    <div className="mb-6">
      <Notice tone="wait">{say("suspended", { shop: shop.name })}</Notice>
    </div>
  );
}
