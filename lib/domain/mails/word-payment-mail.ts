import type { MailContent } from "@/lib/adapters/email/mail-content";
import { formatAmount } from "@/lib/core/format-amount";
import { checksumAddress } from "@/lib/core/hex";
import { currencyDecimals } from "@/lib/core/money";
import { singleLine } from "@/lib/core/plain-text";
import type { PaymentFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** The receipt that a payer asked for. */
export function wordReceipt(facts: PaymentFacts, wording: Wording): MailContent {
  const { say, lang, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts.amount, facts, lang);
  const network = networkOf(facts.chainId);
  return {
    lang,
    subject: say("receiptSubject", { amount, merchant }),
    preheader: say("receiptPreheader", { merchant }),
    heading: say("receiptHeading", { amount, merchant }),
    paragraphs: [say("receiptText", { network })],
    facts: [
      [say("amount"), amount],
      ...descriptionOf(facts, wording),
      [say("date"), formatDate(facts.paidAt, lang)],
      [say("receiptNumber"), facts.sessionId],
      [say("network"), network],
      [say("paidBy"), checksumAddress(facts.payer)],
      [say("transaction"), facts.txHash],
    ],
    button: buttonTo(facts, say("receiptButton"), wording),
    notice: wording.mode === "test" ? say("testNotice") : null,
    footer: say("receiptFooter"),
    unsubscribe: null,
  };
}

/** That a merchant was paid. */
export function wordPaymentReceived(facts: PaymentFacts, wording: Wording): MailContent {
  const { say, lang, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts.amount, facts, lang);
  const network = networkOf(facts.chainId);
  const stop = wording.stopUrl("paymentReceived");
  return {
    lang,
    subject: say("receivedSubject", { amount }),
    preheader: say("receivedPreheader", { merchant }),
    heading: say("receivedHeading", { amount }),
    paragraphs: [say("receivedText", { merchant, network })],
    facts: [
      [say("amount"), amount],
      [say("fee"), amountOf(facts.fee, facts, lang)],
      [say("net"), amountOf(facts.netAmount, facts, lang)],
      ...descriptionOf(facts, wording),
      [say("date"), formatDate(facts.paidAt, lang)],
      [say("session"), facts.sessionId],
      [say("network"), network],
      [say("paidBy"), checksumAddress(facts.payer)],
      [say("transaction"), facts.txHash],
    ],
    button: buttonTo(facts, say("receivedButton"), wording),
    notice: wording.mode === "test" ? say("testNotice") : null,
    footer: say("receivedFooter", { merchant }),
    unsubscribe: { label: say("receivedStop"), url: stop },
  };
}

function amountOf(amount: string, { currency }: PaymentFacts, lang: string): string {
  return formatAmount({ amount, currency, decimals: currencyDecimals }, lang);
}

function descriptionOf({ description }: PaymentFacts, { say }: Wording): [string, string][] {
  const text = singleLine(description ?? "");
  return text === "" ? [] : [[say("description"), text]];
}

function buttonTo({ sessionId }: PaymentFacts, label: string, { say, appUrl }: Wording) {
  return { label, url: `${appUrl}/pay/${sessionId}`, hint: say("buttonHint") };
}
