import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import type { AgreedPayment } from "@/sdk/src/payer/payment-messages";
import { refOf } from "@/sdk/src/payer/ref-of";

/** What the page shows of a payment by an account. A session's reference on chain is the hash of its id. */
export function shownTerms(page: PayPage, account: string): AgreedPayment {
  return {
    chainId: page.network.chainId,
    processor: page.processorAddress,
    payer: account,
    registry: page.registryAddress,
    merchantId: page.merchantId,
    token: page.tokenAddress,
    amount: page.amount,
    ref: refOf(page.sessionId),
  };
}
