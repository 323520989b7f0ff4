import type { PayEnglish, SayPay } from "@/components/hosted/words/pay/pay-words";
import type { PayPage, PayStatusName } from "@/lib/contract/payments/hosted-pay";
import { formatAmount } from "@/lib/core/amounts/format-amount";

/** The heading of each state but those that the amount belongs to. */
const states = {
  submitted: "pendingTitle",
  seen: "seenTitle",
  refunded: "refundedTitle",
  failed: "failedTitle",
  review: "reviewTitle",
  returned: "returnedTitle",
  expired: "expiredTitle",
  cancelled: "cancelledTitle",
  unavailable: "unavailableTitle",
} as const satisfies Record<Exclude<PayStatusName, "open" | "confirmed">, keyof PayEnglish>;

/** The heading of a state other than open, as the page comes. */
export function stateHeading({ status, merchant }: PayPage, say: SayPay): string {
  if (status.status === "open") return "";
  if (status.status === "confirmed") return say("receiptTitle");
  return say(states[status.status], { merchant: merchant.name });
}

/** What the browser's tab says as the page comes: the state of the payment, and whose it is. */
export function titleOf(
  page: PayPage,
  say: SayPay,
  locale: string,
  status: PayStatusName = page.status.status,
): string {
  const merchant = page.merchant.name;
  const amount = formatAmount(page, locale);
  if (status === "open") return say("titleOpen", { amount, merchant });
  if (status === "confirmed") return say("titlePaid", { amount, merchant });
  return say("titleState", { state: say(states[status], { merchant }), merchant });
}
