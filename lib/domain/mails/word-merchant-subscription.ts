import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { SubscriptionFacts } from "./mail-facts";
import {
  agreementRows,
  begun,
  chargeRows,
  lastRows,
  merchantFrame,
  moneyOf,
  subscriptionNames,
} from "./subscription-wording";
import type { Wording } from "./wording";

/** That somebody subscribed. */
export function wordSubscriptionStarted(stored: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const facts = begun(stored);
  const named = subscriptionNames(facts, wording);
  return {
    ...merchantFrame(facts, wording),
    subject: say("startedSubject", named),
    preheader: say("startedPreheader"),
    heading: say("startedHeading", named),
    paragraphs: [say("startedText", named)],
    facts: [...agreementRows(facts, wording), ...lastRows(facts, wording)],
  };
}

/** That a merchant got a charge. */
export function wordSubscriptionCharged(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  const { merchant } = named;
  return {
    ...merchantFrame(facts, wording),
    subject: say("merchantChargedSubject", named),
    preheader: say("merchantChargedPreheader"),
    heading: say("merchantChargedHeading", named),
    paragraphs: [say("merchantChargedText", named)],
    facts: chargedRows(facts, wording),
    footer: say("merchantChargedFooter", { merchant }),
    unsubscribe: { label: say("receivedStop"), url: wording.stopUrl("subscriptionCharged") },
  };
}

/** That a charge failed. */
export function wordMerchantChargeFailed(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...merchantFrame(facts, wording),
    subject: say("merchantFailedSubject", named),
    preheader: say("merchantFailedPreheader", named),
    heading: say("merchantFailedHeading", named),
    paragraphs: [
      say("merchantFailedText", { ...named, reason: reasonOf(facts, wording) }),
      ...(facts.graceEndsAt === null ? [] : [say("failedUntil", named)]),
      say("merchantFailedPayer"),
    ],
    facts: priceRows(facts, wording),
  };
}

/** That a charge which had failed was made. */
export function wordSubscriptionRecovered(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...merchantFrame(facts, wording),
    subject: say("recoveredSubject", named),
    preheader: say("recoveredPreheader"),
    heading: say("recoveredHeading"),
    paragraphs: [say("recoveredText", named)],
    facts: chargedRows(facts, wording),
  };
}

/** That a subscription ended because its charge could not be made. */
export function wordMerchantLapsed(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...merchantFrame(facts, wording),
    subject: say("merchantLapsedSubject", named),
    preheader: say("merchantLapsedPreheader"),
    heading: say("merchantLapsedHeading", named),
    paragraphs: [say("merchantLapsedText", { ...named, reason: reasonOf(facts, wording) })],
    facts: priceRows(facts, wording),
  };
}

/** That a subscription was cancelled. */
export function wordMerchantCancelled(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...merchantFrame(facts, wording),
    subject: say("merchantCancelledSubject", named),
    preheader: say("merchantCancelledPreheader"),
    heading: say("merchantCancelledHeading", named),
    paragraphs: [
      say("merchantCancelledText"),
      ...(facts.inFlight ? [say("merchantInFlight")] : []),
      ...(facts.paidUntil === null ? [] : [say("merchantPaidUntil", named)]),
    ],
    facts: priceRows(facts, wording),
  };
}

function priceRows(facts: SubscriptionFacts, wording: Wording): [string, string][] {
  const { say } = wording;
  const { plan, amount, every } = subscriptionNames(facts, wording);
  return [
    [say("plan"), plan],
    [say("perCharge"), amount],
    [say("interval"), every],
    ...lastRows(facts, wording),
  ];
}

function reasonOf({ failureCode, currency }: SubscriptionFacts, { say }: Wording): string {
  return say(`reason_${failureCode ?? "insufficient_balance"}`, { currency });
}

function chargedRows(facts: SubscriptionFacts, wording: Wording): [string, string][] {
  const { say } = wording;
  const { plan, charged } = subscriptionNames(facts, wording);
  const { fee, netAmount } = facts;
  return [
    [say("plan"), plan],
    [say("amount"), charged],
    ...(fee ? [[say("fee"), moneyOf(fee, facts, wording)] as [string, string]] : []),
    ...(netAmount ? [[say("net"), moneyOf(netAmount, facts, wording)] as [string, string]] : []),
    ...chargeRows(facts, wording),
    ...lastRows(facts, wording),
  ];
}
