import type { MailContent } from "@/lib/adapters/email/mail-content";
import { formatAmount } from "@/lib/core/format-amount";
import { checksumAddress } from "@/lib/core/hex";
import { currencyDecimals } from "@/lib/core/money";
import { singleLine } from "@/lib/core/plain-text";
import type { PaidInvoiceFacts } from "./mail-facts";
import { invoiceFrame, namesOf } from "./word-invoice-mail";
import { formatDate, type Wording } from "./wording";

/** The customer's receipt of a paid invoice. */
export function wordInvoiceReceipt(facts: PaidInvoiceFacts, wording: Wording): MailContent {
  const { say, networkOf } = wording;
  const named = { ...namesOf(facts, wording), network: networkOf(facts.chainId) };
  const frame = invoiceFrame(facts, wording);
  return {
    ...frame,
    subject: say("paidInvoiceSubject", named),
    preheader: say("paidInvoicePreheader", named),
    heading: say("paidInvoiceHeading", named),
    paragraphs: [say("paidInvoiceText", named)],
    facts: [
      [say("invoiceNumber"), named.number],
      [say("total"), named.amount],
      ...paymentFacts(facts, wording),
    ],
    button: { ...frame.button, label: say("paidInvoiceButton") },
  };
}

/** That a merchant's invoice was paid. */
export function wordInvoicePaid(facts: PaidInvoiceFacts, wording: Wording): MailContent {
  const { say, lang, networkOf } = wording;
  const named = { ...namesOf(facts, wording), network: networkOf(facts.chainId) };
  const frame = invoiceFrame(facts, wording);
  const money = (amount: string) =>
    formatAmount({ amount, currency: facts.currency, decimals: currencyDecimals }, lang);
  const customer = singleLine(facts.customerName ?? "");
  return {
    ...frame,
    subject: say("wasPaidSubject", named),
    preheader: say("wasPaidPreheader", named),
    heading: say("wasPaidHeading", named),
    paragraphs: [say("wasPaidText", named)],
    facts: [
      [say("invoiceNumber"), named.number],
      ...(customer === "" ? [] : [[say("customer"), customer] as [string, string]]),
      [say("total"), named.amount],
      [say("fee"), money(facts.fee)],
      [say("net"), money(facts.netAmount)],
      ...paymentFacts(facts, wording),
    ],
    button: { ...frame.button, label: say("wasPaidButton") },
    footer: say("receivedFooter", { merchant: named.merchant }),
    unsubscribe: { label: say("receivedStop"), url: wording.stopUrl("paymentReceived") },
  };
}

function paymentFacts(
  facts: PaidInvoiceFacts,
  { say, lang, networkOf }: Wording,
): [string, string][] {
  return [
    [say("date"), formatDate(facts.paidAt, lang)],
    [say("network"), networkOf(facts.chainId)],
    [say("paidBy"), checksumAddress(facts.payer)],
    [say("transaction"), facts.txHash],
  ];
}
