import type { MailContent } from "@/lib/adapters/email/mail-content";
import { formatAmount } from "@/lib/core/format-amount";
import { checksumAddress } from "@/lib/core/hex";
import { currencyDecimals } from "@/lib/core/money";
import { singleLine } from "@/lib/core/plain-text";
import type { RefundFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** The receipt of a payer whose money was returned. */
export function wordRefundReceipt(facts: RefundFacts, wording: Wording): MailContent {
  const { say, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts, wording);
  return {
    ...frame(facts, wording),
    subject: say("refundReceiptSubject", { amount, merchant }),
    preheader: say("refundReceiptPreheader", { merchant }),
    heading: say("refundReceiptHeading", { amount, merchant }),
    paragraphs: [say("refundReceiptText", { network: networkOf(facts.chainId) })],
    footer: say("refundReceiptFooter"),
  };
}

/** That a merchant's refund has reached the payer. */
export function wordRefundCompleted(facts: RefundFacts, wording: Wording): MailContent {
  const { say, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts, wording);
  return {
    ...frame(facts, wording),
    subject: say("refundedSubject", { amount }),
    preheader: say("refundedPreheader"),
    heading: say("refundedHeading", { amount }),
    paragraphs: [say("refundedText", { merchant, network: networkOf(facts.chainId) })],
    footer: say("refundFooter", { merchant }),
  };
}

/** That the transaction which a merchant recorded does not complete its refund, and why. */
export function wordRefundFailed(facts: RefundFacts, wording: Wording): MailContent {
  const { say } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts, wording);
  const failure = say(`refundFailure_${facts.failureReason ?? "no_transfer"}`);
  return {
    ...frame(facts, wording),
    subject: say("refundFailedSubject", { amount }),
    preheader: say("refundFailedPreheader"),
    heading: say("refundFailedHeading", { amount }),
    paragraphs: [say("refundFailedText", { failure })],
    footer: say("refundFooter", { merchant }),
  };
}

/** That the refund of a late charge still waits for the merchant's wallet. */
export function wordRefundWaiting(facts: RefundFacts, wording: Wording): MailContent {
  const { say, appUrl } = wording;
  const merchant = singleLine(facts.businessName);
  const amount = amountOf(facts, wording);
  return {
    ...frame(facts, wording),
    subject: say("refundWaitingSubject", { amount }),
    preheader: say("refundWaitingPreheader"),
    heading: say("refundWaitingHeading", { amount }),
    paragraphs: [say("refundWaitingText", { merchant })],
    button: {
      label: say("refundWaitingButton"),
      url: `${appUrl}/dashboard/refunds/${facts.refundId}`,
      hint: say("buttonHint"),
    },
    footer: say("refundFooter", { merchant }),
  };
}

function amountOf({ amount, currency }: RefundFacts, { lang }: Wording): string {
  return formatAmount({ amount, currency, decimals: currencyDecimals }, lang);
}

function frame(facts: RefundFacts, wording: Wording) {
  const { say, lang, mode, appUrl, networkOf } = wording;
  const description = singleLine(facts.description ?? "");
  const path = facts.sessionId === null ? "/docs" : `/pay/${facts.sessionId}`;
  return {
    lang,
    facts: [
      [say("amount"), amountOf(facts, wording)],
      ...(description === "" ? [] : [[say("description"), description]]),
      [say("date"), formatDate(facts.at, lang)],
      [say("refundNumber"), facts.refundId],
      [say("refundedTransaction"), facts.transactionId],
      [say("network"), networkOf(facts.chainId)],
      [say("refundedTo"), checksumAddress(facts.payer)],
      ...(facts.txHash === null ? [] : [[say("transaction"), facts.txHash]]),
    ] as [string, string][],
    button: {
      label: facts.sessionId === null ? say("endpointButton") : say("refundPayment"),
      url: `${appUrl}${path}`,
      hint: say("buttonHint"),
    },
    notice: mode === "test" ? say("testNotice") : null,
    unsubscribe: null,
  };
}
