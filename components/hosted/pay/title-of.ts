import type { BrowserKey, SayPay } from "@/components/hosted/words/pay/pay-words";
import type { PayPage, PayStatusName } from "@/lib/contract/payments/hosted-pay";
import { formatAmount } from "@/lib/core/amounts/format-amount";

const unpaid = new Set<PayStatusName>(["open", "failed"]);

/** What the browser's tab says: whether there is something to pay, or it is paid. */
export function titleOf(
  page: PayPage,
  say: SayPay<BrowserKey>,
  locale: string,
  status: PayStatusName = page.status.status,
): string {
  const merchant = page.merchant.name;
  const amount = formatAmount(page, locale);
  if (status === "confirmed") return say("titlePaid", { amount, merchant });
  return unpaid.has(status)
    ? say("titleOpen", { amount, merchant })
    : say("titleOther", { merchant });
}
