import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { MailKind } from "@/lib/core/mail-kinds";
import type { Context } from "@/lib/domain/context";
import type { StoredMail } from "./claim-mails";
import type { FactsOf } from "./mail-facts";
import { unsubscribeUrl } from "./unsubscribe-link";
import { wordEndpointDisabled, wordEndpointFailing } from "./word-endpoint-mail";
import {
  wordInvoice,
  wordInvoiceOverdue,
  wordInvoiceReminder,
  wordInvoiceVoided,
} from "./word-invoice-mail";
import { wordInvoicePaid, wordInvoiceReceipt } from "./word-paid-invoice-mail";
import { wordPaymentReceived, wordReceipt } from "./word-payment-mail";
import { wordRefundCompleted, wordRefundFailed, wordRefundReceipt } from "./word-refund-mail";
import type { Wording } from "./wording";
import { mailWords } from "./words/mail-words";

type Words<Kind extends MailKind> = (facts: FactsOf[Kind], wording: Wording) => MailContent;

const wordings: { readonly [Kind in MailKind]: Words<Kind> } = {
  payment_receipt: wordReceipt,
  payment_received: wordPaymentReceived,
  refund_receipt: wordRefundReceipt,
  refund_completed: wordRefundCompleted,
  refund_failed: wordRefundFailed,
  webhook_endpoint_failing: wordEndpointFailing,
  webhook_endpoint_disabled: wordEndpointDisabled,
  invoice: wordInvoice,
  invoice_reminder: wordInvoiceReminder,
  invoice_overdue: wordInvoiceOverdue,
  invoice_voided: wordInvoiceVoided,
  invoice_receipt: wordInvoiceReceipt,
  invoice_paid: wordInvoicePaid,
};

/** A mail in words, from what was stored of it. */
export function wordMail(
  { config, chains }: Pick<Context, "config" | "chains">,
  { kind, facts, mode, merchantId }: StoredMail,
): MailContent {
  const word = wordings[kind] as (facts: object, wording: Wording) => MailContent;
  return word(facts, {
    ...mailWords,
    mode,
    appUrl: config.APP_URL,
    networkOf: (chainId) =>
      chains.all.find(({ id }) => id === chainId)?.preset.label ?? `chain ${chainId}`,
    stopUrl: (pref) => unsubscribeUrl(config, { merchantId, pref }),
  });
}
