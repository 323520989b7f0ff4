import type { Address } from "@/lib/core/hex";
import type { EmailPrefName, MailKind } from "@/lib/core/mail-kinds";
import type { Currency } from "@/lib/core/money";

/** What a mail about a payment tells. Amounts are digits in the token's smallest unit. */
export type PaymentFacts = {
  businessName: string;
  sessionId: string;
  description: string | null;
  amount: string;
  fee: string;
  netAmount: string;
  currency: Currency;
  chainId: number;
  txHash: string;
  payer: Address;
  /** ISO 8601: the block's time. */
  paidAt: string;
};

/** What a mail about a webhook endpoint tells. */
export type EndpointFacts = {
  businessName: string;
  endpointId: string;
  /** Host and port: the rest of the address may hold secrets. */
  destination: string;
  failingSince: string | null;
  failedEvents: number;
  disabledReason: "user" | "gone_410" | "failing" | null;
};

/** The facts of each kind of mail. */
export interface FactsOf extends Record<MailKind, object> {
  payment_receipt: PaymentFacts;
  payment_received: PaymentFacts;
  webhook_endpoint_failing: EndpointFacts;
  webhook_endpoint_disabled: EndpointFacts;
}

/** What a link that ends mails of a kind stands for. */
export interface Unsubscription {
  readonly merchantId: string;
  readonly pref: EmailPrefName;
}
