import { intervalWords } from "@/components/hosted/subscribe/interval-words";
import { Amount } from "@/components/ui/money/amount";
import type { ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { intervalSeconds } from "@/lib/core/subscriptions/subscription-kinds";
import type { ShopSpeech } from "./shop-speech";

type Props = Pick<ShopSpeech, "terms" | "locale"> & { product: ShopProduct };

/** What a product costs, and how often. */
export function Price({ product, terms, locale }: Props) {
  const { price, currency } = product;
  const every = intervalOf(product, terms);
  return (
    <>
      <span className="font-semibold">
        <Amount
          amount={digits(price)}
          currency={currency}
          decimals={currencyDecimals}
          locale={locale}
        />
      </span>
      {every && <span className="text-muted"> {every}</span>}
    </>
  );
}

/** How often a subscription is charged, in words; null where a product is sold once. */
export function intervalOf(
  { interval, intervalCount }: ShopProduct,
  terms: ShopSpeech["terms"],
): string | null {
  if (interval === null || intervalCount === null) return null;
  const seconds = intervalSeconds[interval] * intervalCount;
  return intervalWords({ interval, intervalCount, intervalSeconds: seconds }, terms);
}
