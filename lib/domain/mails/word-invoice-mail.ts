import type { MailContent } from "@/lib/adapters/email/mail-content";
import { formatAmount } from "@/lib/core/format-amount";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { currencyDecimals } from "@/lib/core/money";
import { singleLine } from "@/lib/core/plain-text";
import type { InvoiceFacts } from "./mail-facts";
import { formatDay, type Wording } from "./wording";

/** The invoice itself. */
export function wordInvoice(facts: InvoiceFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = namesOf(facts, wording);
  const name = singleLine(facts.customerName ?? "");
  const text =
    name === "" ? say("invoiceText", named) : say("invoiceTextNamed", { ...named, name });
  return {
    ...invoiceFrame(facts, wording),
    subject: say("invoiceSubject", named),
    preheader: say("invoicePreheader", named),
    heading: say("invoiceHeading", named),
    paragraphs: [text],
  };
}

/** That it is due soon. */
export function wordInvoiceReminder(facts: InvoiceFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = namesOf(facts, wording);
  return {
    ...invoiceFrame(facts, wording),
    subject: say("remindSubject", named),
    preheader: say("remindPreheader", named),
    heading: say("remindHeading", named),
    paragraphs: [say("remindText", named)],
  };
}

/** That it was due. */
export function wordInvoiceOverdue(facts: InvoiceFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = namesOf(facts, wording);
  return {
    ...invoiceFrame(facts, wording),
    subject: say("overdueSubject", named),
    preheader: say("overduePreheader", named),
    heading: say("overdueHeading"),
    paragraphs: [say("overdueText", named)],
  };
}

/** That it is not to be paid any more. */
export function wordInvoiceVoided(facts: InvoiceFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = namesOf(facts, wording);
  const frame = invoiceFrame(facts, wording);
  return {
    ...frame,
    subject: say("voidedSubject", named),
    preheader: say("voidedPreheader"),
    heading: say("voidedHeading"),
    paragraphs: [say("voidedText", named)],
    button: { ...frame.button, label: say("voidedButton") },
  };
}

/** What texts about an invoice name. */
export function namesOf(facts: InvoiceFacts, { lang }: Wording) {
  const { total: amount, currency } = facts;
  return {
    merchant: singleLine(facts.businessName),
    number: invoiceLabel(facts.number),
    amount: formatAmount({ amount, currency, decimals: currencyDecimals }, lang),
    due: formatDay(facts.dueAt, lang),
  };
}

/** What all mails to an invoice's customer have. */
export function invoiceFrame(facts: InvoiceFacts, wording: Wording) {
  const { say, lang, appUrl, mode } = wording;
  const { merchant, number, amount, due } = namesOf(facts, wording);
  return {
    lang,
    facts: [
      [say("invoiceNumber"), number],
      [say("total"), amount],
      [say("dueOn"), due],
    ] as [string, string][],
    button: {
      label: say("invoiceButton"),
      url: `${appUrl}/i/${facts.publicId}`,
      hint: say("buttonHint"),
    },
    notice: mode === "test" ? say("testNotice") : null,
    footer: say("invoiceFooter", { merchant }),
    unsubscribe: null,
  };
}
