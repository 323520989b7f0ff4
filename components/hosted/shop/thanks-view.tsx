import { ResultMark } from "@/components/hosted/pay/result-mark";
import { ButtonLink } from "@/components/ui/button-link";
import type { PayStatusName } from "@/lib/contract/payments/hosted-pay";
import type { ThanksPage } from "@/lib/contract/storefronts/hosted-shop";
import { shopPath } from "@/lib/core/storefronts/shop-paths";
import { ShopFrame } from "./product-view";
import type { ShopSpeech } from "./shop-speech";

type Standing =
  | "paid"
  | "refunded"
  | "under_way"
  | "review"
  | "returned"
  | "cancelled"
  | "expired"
  | "open";

const standings = {
  confirmed: "paid",
  refunded: "refunded",
  submitted: "under_way",
  seen: "under_way",
  review: "review",
  returned: "returned",
  cancelled: "cancelled",
  expired: "expired",
  open: "open",
  failed: "open",
  unavailable: "open",
} as const satisfies Record<PayStatusName, Standing>;

const standingOf = ({ order }: Pick<ThanksPage, "order">) =>
  order === null ? "unknown" : standings[order.status];

const titles = {
  unknown: "unknownTitle",
  paid: "thanksTitle",
  refunded: "refundedTitle",
  under_way: "thanksTitle",
  review: "reviewTitle",
  returned: "returnedTitle",
  cancelled: "unpaidTitle",
  expired: "unpaidTitle",
  open: "unpaidTitle",
} as const satisfies Record<Standing | "unknown", string>;

/** What the page says first, in its heading and in the browser's tab. */
export const thanksTitle = (page: Pick<ThanksPage, "order">, say: ShopSpeech["say"]): string =>
  say(titles[standingOf(page)]);

const tones = {
  unknown: "over",
  paid: "good",
  refunded: "refund",
  under_way: "over",
  review: "over",
  returned: "refund",
  cancelled: "over",
  expired: "over",
  open: "over",
} as const satisfies Record<Standing | "unknown", string>;

/** The page after a payment: what was bought, its receipt, and the way back to the shop. */
export function ThanksView(props: ShopSpeech & { page: ThanksPage }) {
  const { page, say } = props;
  const { order, shop } = page;
  const standing = standingOf(page);
  return (
    <ShopFrame {...props} isOpen={page.isOpen}>
      <div className="mx-auto grid max-w-md justify-items-center py-8 text-center">
        <ResultMark tone={tones[standing]} />
        <h1 className="mt-5 text-balance font-semibold text-2xl tracking-tight">
          {thanksTitle(page, say)}
        </h1>
        <p dir="auto" className="wrap-anywhere mt-2 text-pretty text-muted">
          <Outcome {...props} />
        </p>
        <div className="mt-7 grid w-full gap-2.5">
          {order && (
            <ButtonLink href={`/pay/${order.sessionId}`} wide>
              {say(standing === "paid" || standing === "refunded" ? "receipt" : "payment")}
            </ButtonLink>
          )}
          {page.isOpen && (
            <ButtonLink href={shopPath(shop)} look="secondary" wide>
              {say("toShop", { shop: shop.name })}
            </ButtonLink>
          )}
        </div>
      </div>
    </ShopFrame>
  );
}

function Outcome({ page, say }: ShopSpeech & { page: ThanksPage }) {
  const { order, merchant } = page;
  if (order === null) return say("unknown", { merchant: merchant.name });
  const named = { product: order.name };
  const both = { ...named, merchant: merchant.name };
  const standing = standings[order.status];
  switch (standing) {
    case "paid":
      return say("thanksPaid", both);
    case "under_way":
      return say("thanksUnderWay", named);
    case "cancelled":
    case "expired":
      return say(standing, named);
    default:
      return say(standing, both);
  }
}
