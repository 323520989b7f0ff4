import type { Address } from "@/lib/core/hex";
import type { CodePurpose, ContactTopic, RefundFailure, SecurityChange } from "@/lib/core/kinds";
import type { EmailPrefName, MailKind, SubscriptionMail } from "@/lib/core/mail-kinds";
import type { Currency } from "@/lib/core/money";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { ChargeFailure } from "@/lib/core/subscription-kinds";

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

/** What a mail about a refund tells. */
export type RefundFacts = {
  businessName: string;
  refundId: string;
  transactionId: string;
  sessionId: string | null;
  description: string | null;
  amount: string;
  currency: Currency;
  chainId: number;
  payer: Address;
  txHash: string | null;
  failureReason: RefundFailure | null;
  /** ISO 8601. */
  at: string;
};

/** What a mail about a webhook endpoint tells. */
export type EndpointFacts = {
  businessName: string;
  endpointId: string;
  /** Host and port: the rest of the address may hold secrets. */
  destination: string;
  failingSince: string | null;
  failedEvents: number;
  disabledReason: "user" | "gone_410" | "failing" | "key_leaked" | null;
};

/** What a mail with a code of the identity provider tells. */
export type CodeFacts = {
  purpose: CodePurpose;
  /** Sealed: what is stored of a mail does not sign anybody in. */
  code: string;
  /** ISO 8601. */
  expiresAt: string;
};

/** What a mail about a change of an account tells. */
export type SecurityFacts = {
  change: SecurityChange;
  userAgent: string | null;
  addressPrefix: string | null;
  /** ISO 8601. */
  at: string;
};

/** What a mail about a live API key that was made tells. */
export type NewKeyFacts = {
  businessName: string;
  keyId: string;
  name: string;
  prefix: string;
  last4: string;
  /** ISO 8601. */
  at: string;
  /** Another key made it, no person. */
  byKey: boolean;
};

/** What a mail about an API key that was found in public tells. */
export type LeakedKeyFacts = Omit<NewKeyFacts, "byKey"> & {
  url: string;
  source: string;
  /** Whether it was good until then. */
  endedKey: boolean;
  ended: { keys: number; endpoints: number; replays: number };
};

/** What a mail about a merchant's account tells. */
export type AccountFacts = { businessName: string };

/** What a mail about a wallet of a merchant that another one takes the place of tells. */
export type WalletFacts = AccountFacts & {
  before: Address;
  after: Address;
  /** Whose registry says so; null: the merchant is in none yet. */
  chainId: number | null;
  /** ISO 8601: when it was told here. */
  at: string;
};

/** What a mail about a signing secret that was replaced tells. */
export type RotatedSecretFacts = AccountFacts & {
  endpointId: string;
  /** Host and port: the rest of the address may hold secrets. */
  destination: string;
  /** An API key asked for it, no person. */
  byKey: boolean;
  /** ISO 8601. */
  at: string;
};

/** What a mail to the support inbox tells. */
export type ContactFacts = {
  name: string;
  email: string;
  company: string | null;
  topic: ContactTopic;
  message: string;
};

/** What a mail about an invoice tells. Amounts are digits in the token's smallest unit. */
export type InvoiceFacts = {
  businessName: string;
  invoiceId: string;
  /** Names the hosted page. */
  publicId: string;
  number: number;
  total: string;
  currency: Currency;
  /** ISO 8601. */
  dueAt: string;
  customerName: string | null;
};

/** What a mail about a paid invoice tells. */
export type PaidInvoiceFacts = InvoiceFacts & PaymentFacts;

/** What a mail about a subscription tells. Amounts are digits in the token's smallest unit, instants ISO 8601. */
export type SubscriptionFacts = {
  businessName: string;
  subscriptionId: string;
  planId: string;
  planName: string;
  /** Whether anybody can still subscribe to it. */
  planActive: boolean;
  status: SubscriptionStatus;
  /** The most for one period. */
  amount: string;
  currency: Currency;
  intervalSeconds: number;
  chainId: number;
  payer: Address;
  startAt: string;
  endAt: string | null;
  nextChargeAt: string | null;
  cap: string | null;
  paidUntil: string | null;
  pastDueSince: string | null;
  graceEndsAt: string | null;
  failureCode: ChargeFailure | null;
  /** The last final charge; all of it is null before the first. */
  chargeAmount: string | null;
  fee: string | null;
  netAmount: string | null;
  transactionId: string | null;
  txHash: string | null;
  paidAt: string | null;
} & SubscriptionExtras;

/** What only some of the mails about a subscription tell. */
export type SubscriptionExtras = {
  /** What keeps the next charge from being made, as things are. */
  blocker?: ChargeFailure;
  /** How much the wallet or its allowance is short of. */
  missing?: string | null;
  /** A charge was signed before the subscription was cancelled, and may still be made. */
  inFlight?: boolean;
  /** When it ends by itself. */
  endsAt?: string;
};

/** The facts of each kind of mail. */
export interface FactsOf
  extends Record<Exclude<MailKind, SubscriptionMail>, object>,
    Record<SubscriptionMail, SubscriptionFacts> {
  payment_receipt: PaymentFacts;
  payment_received: PaymentFacts;
  refund_receipt: RefundFacts;
  refund_completed: RefundFacts;
  refund_failed: RefundFacts;
  refund_waiting: RefundFacts;
  identity_code: CodeFacts;
  identity_account_exists: object;
  identity_security: SecurityFacts;
  api_key_created: NewKeyFacts;
  api_key_leaked: LeakedKeyFacts;
  contact_message: ContactFacts;
  welcome: AccountFacts;
  live_mode_unlocked: AccountFacts;
  payout_changed: WalletFacts;
  owner_changed: WalletFacts;
  webhook_secret_rotated: RotatedSecretFacts;
  webhook_endpoint_failing: EndpointFacts;
  webhook_endpoint_disabled: EndpointFacts;
  invoice: InvoiceFacts;
  invoice_reminder: InvoiceFacts;
  invoice_overdue: InvoiceFacts;
  invoice_voided: InvoiceFacts;
  invoice_receipt: PaidInvoiceFacts;
  invoice_paid: PaidInvoiceFacts;
}

/** What a link that ends mails of a kind stands for. */
export interface Unsubscription {
  readonly merchantId: string;
  readonly pref: EmailPrefName;
}
