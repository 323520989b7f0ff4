import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { MailKind } from "@/lib/core/mail-kinds";
import type { Context } from "@/lib/domain/context";
import type { StoredMail } from "./claim-mails";
import type { FactsOf } from "./mail-facts";
import { openCode } from "./sealed-code";
import { unsubscribeUrl } from "./unsubscribe-link";
import {
  wordLiveUnlocked,
  wordOwnerChanged,
  wordPayoutChanged,
  wordSecretRotated,
  wordWelcome,
} from "./word-account-mail";
import { wordContactMessage } from "./word-contact-mail";
import { wordEndpointDisabled, wordEndpointFailing } from "./word-endpoint-mail";
import { wordAccountExists, wordCode, wordSecurity } from "./word-identity-mail";
import {
  wordInvoice,
  wordInvoiceOverdue,
  wordInvoiceReminder,
  wordInvoiceVoided,
} from "./word-invoice-mail";
import { wordKeyCreated, wordKeyLeaked } from "./word-key-mail";
import {
  wordMerchantCancelled,
  wordMerchantChargeFailed,
  wordMerchantLapsed,
  wordSubscriptionCharged,
  wordSubscriptionRecovered,
  wordSubscriptionStarted,
} from "./word-merchant-subscription";
import { wordInvoicePaid, wordInvoiceReceipt } from "./word-paid-invoice-mail";
import { wordPaymentReceived, wordReceipt } from "./word-payment-mail";
import {
  wordRefundCompleted,
  wordRefundFailed,
  wordRefundReceipt,
  wordRefundWaiting,
} from "./word-refund-mail";
import {
  wordChargeReceipt,
  wordSubscriptionCancelled,
  wordSubscriptionConfirmation,
  wordSubscriptionEnding,
} from "./word-subscription-mail";
import {
  wordBalanceLow,
  wordChargeFailed,
  wordRenewalUpcoming,
  wordSubscriptionLapsed,
} from "./word-subscription-trouble";
import type { Wording } from "./wording";
import { mailWords } from "./words/mail-words";

type Words<Kind extends MailKind> = (facts: FactsOf[Kind], wording: Wording) => MailContent;

const wordings: { readonly [Kind in MailKind]: Words<Kind> } = {
  payment_receipt: wordReceipt,
  payment_received: wordPaymentReceived,
  refund_receipt: wordRefundReceipt,
  refund_completed: wordRefundCompleted,
  refund_failed: wordRefundFailed,
  refund_waiting: wordRefundWaiting,
  webhook_endpoint_failing: wordEndpointFailing,
  webhook_endpoint_disabled: wordEndpointDisabled,
  invoice: wordInvoice,
  invoice_reminder: wordInvoiceReminder,
  invoice_overdue: wordInvoiceOverdue,
  invoice_voided: wordInvoiceVoided,
  invoice_receipt: wordInvoiceReceipt,
  invoice_paid: wordInvoicePaid,
  subscription_confirmation: wordSubscriptionConfirmation,
  subscription_charge_receipt: wordChargeReceipt,
  subscription_renewal_upcoming: wordRenewalUpcoming,
  subscription_charge_failed: wordChargeFailed,
  subscription_balance_low: wordBalanceLow,
  subscription_cancelled: wordSubscriptionCancelled,
  subscription_lapsed: wordSubscriptionLapsed,
  subscription_ending: wordSubscriptionEnding,
  subscription_started: wordSubscriptionStarted,
  subscription_charged: wordSubscriptionCharged,
  subscription_charge_failed_merchant: wordMerchantChargeFailed,
  subscription_recovered: wordSubscriptionRecovered,
  subscription_lapsed_merchant: wordMerchantLapsed,
  subscription_cancelled_merchant: wordMerchantCancelled,
  identity_code: wordCode,
  identity_account_exists: wordAccountExists,
  identity_security: wordSecurity,
  api_key_created: wordKeyCreated,
  api_key_leaked: wordKeyLeaked,
  contact_message: wordContactMessage,
  welcome: wordWelcome,
  live_mode_unlocked: wordLiveUnlocked,
  payout_changed: wordPayoutChanged,
  owner_changed: wordOwnerChanged,
  webhook_secret_rotated: wordSecretRotated,
};

/** A mail in words, from what was stored of it. */
export function wordMail(
  { config, chains }: Pick<Context, "config" | "chains">,
  { kind, facts, mode, merchantId, recipient }: StoredMail,
): MailContent {
  const word = wordings[kind] as (facts: object, wording: Wording) => MailContent;
  return word(facts, {
    ...mailWords,
    mode,
    appUrl: config.APP_URL,
    networkOf: (chainId) =>
      chains.all.find(({ id }) => id === chainId)?.preset.label ?? `chain ${chainId}`,
    stopUrl: (pref) => unsubscribeUrl(config, { merchantId: merchantId ?? "", pref }),
    openCode: (sealed) => openCode(config, recipient, sealed),
  });
}
