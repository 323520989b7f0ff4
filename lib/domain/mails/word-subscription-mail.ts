import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { SubscriptionFacts } from "./mail-facts";
import {
  agreementRows,
  begun,
  chargeRows,
  lastRows,
  payerFrame,
  planButton,
  subscriptionNames,
} from "./subscription-wording";
import type { Wording } from "./wording";

/** What the payer agreed to, and how to end it. */
export function wordSubscriptionConfirmation(
  stored: SubscriptionFacts,
  wording: Wording,
): MailContent {
  const { say } = wording;
  const facts = begun(stored);
  const named = subscriptionNames(facts, wording);
  return {
    ...payerFrame(facts, wording),
    subject: say("confirmedSubject", named),
    preheader: say("confirmedPreheader", named),
    heading: say("confirmedHeading", named),
    paragraphs: [
      say("confirmedText", named),
      say(dateOf(facts), named),
      ...capText(facts, wording),
      say("howToCancel"),
    ],
    facts: [...agreementRows(facts, wording), ...lastRows(facts, wording)],
  };
}

function dateOf({ status, nextChargeAt }: SubscriptionFacts) {
  if (nextChargeAt === null) return "confirmedOnly";
  return status === "trialing" ? "confirmedTrial" : "confirmedFirst";
}

function capText(facts: SubscriptionFacts, wording: Wording): string[] {
  if (facts.cap === null) return [];
  const rows = new Map(agreementRows(facts, wording));
  const cap = rows.get(wording.say("capTotal")) ?? "";
  const { end } = subscriptionNames(facts, wording);
  return [
    facts.endAt
      ? wording.say("confirmedCap", { cap, end })
      : wording.say("confirmedCapOnly", { cap }),
  ];
}

/** The receipt of a charge. */
export function wordChargeReceipt(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...payerFrame(facts, wording),
    subject: say("chargedSubject", named),
    preheader: say("chargedPreheader", named),
    heading: say("chargedHeading", named),
    paragraphs: [say("chargedText", named), say(afterCharge(facts), named)],
    facts: [
      [say("plan"), named.plan],
      [say("amount"), named.charged],
      ...chargeRows(facts, wording),
      ...lastRows(facts, wording),
    ],
  };
}

function afterCharge({ status, nextChargeAt }: SubscriptionFacts) {
  if (status === "cancelled" || status === "lapsed") return "chargedEnded";
  return nextChargeAt === null ? "chargedLast" : "chargedNext";
}

/** That the subscription is cancelled. */
export function wordSubscriptionCancelled(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...payerFrame(facts, wording),
    subject: say("cancelledSubject", named),
    preheader: say("cancelledPreheader"),
    heading: say("cancelledHeading", named),
    paragraphs: [
      say("cancelledText", named),
      ...(facts.inFlight ? [say("cancelledInFlight", named)] : []),
      ...(facts.paidUntil === null ? [] : [say("paidUntilText", named)]),
    ],
    facts: [[say("plan"), named.plan], ...lastRows(facts, wording)],
  };
}

/** That what the payer signed comes to its end. */
export function wordSubscriptionEnding(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames({ ...facts, nextChargeAt: facts.endsAt ?? null }, wording);
  const frame = payerFrame(facts, wording);
  return {
    ...frame,
    subject: say("endingSubject", named),
    preheader: facts.planActive ? say("endingPreheader") : say("cancelledPreheader"),
    heading: say("endingHeading", named),
    paragraphs: [say(facts.planActive ? "endingText" : "endingClosed", named)],
    facts: [
      [say("plan"), named.plan],
      [say("perCharge"), named.amount],
      [say("interval"), named.every],
      [say("endsOn"), named.ends],
      ...lastRows(facts, wording),
    ],
    button: facts.planActive ? planButton(say("renewButton"), facts, wording) : frame.button,
  };
}
