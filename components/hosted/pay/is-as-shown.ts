import type { PayPage, SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { isPaymentAsAgreed } from "@/sdk/src/payer/is-payment-as-agreed";
import { shownTerms } from "./shown-terms";

/** Whether a request is for exactly what the page shows. */
export function isAsShown(page: PayPage, account: string, request: SigningRequest): boolean {
  return isPaymentAsAgreed(shownTerms(page, account), request);
}
