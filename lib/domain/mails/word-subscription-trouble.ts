import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { ChargeFailure } from "@/lib/core/subscription-kinds";
import type { SubscriptionFacts } from "./mail-facts";
import {
  lastRows,
  moneyOf,
  payerFrame,
  planButton,
  subscriptionNames,
} from "./subscription-wording";
import type { Wording } from "./wording";

/** That a charge is ahead. */
export function wordRenewalUpcoming(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  return {
    ...payerFrame(facts, wording),
    subject: say("upcomingSubject", named),
    preheader: say("upcomingPreheader", named),
    heading: say("upcomingHeading", named),
    paragraphs: [say("upcomingText", named), say("howToCancel")],
    facts: troubleRows(facts, wording),
  };
}

/** That the next charge would fail as things are, and what mends it. */
export function wordBalanceLow(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  const blocker = facts.blocker ?? "insufficient_balance";
  const fix =
    blocker === "insufficient_balance"
      ? "fixFirst_insufficient_balance"
      : (`fix_${blocker}` as const);
  return {
    ...payerFrame(facts, wording),
    subject: say("lowSubject", named),
    preheader: say("lowPreheader", named),
    heading: say("lowHeading"),
    paragraphs: [
      say("lowText", { ...named, blocker: blockerText(blocker, facts, wording) }),
      say(fix, named),
      say("howToCancel"),
    ],
    facts: troubleRows(facts, wording),
  };
}

/** That a charge failed, why, and what mends it. */
export function wordChargeFailed(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  const blocker = blockerOf(facts);
  return {
    ...payerFrame(facts, wording),
    subject: say("failedSubject", named),
    preheader: say("failedPreheader", named),
    heading: say("failedChargeHeading", named),
    paragraphs: [
      say("failedText", { ...named, blocker: blockerText(blocker, facts, wording) }),
      say(`fix_${blocker}`, named),
      ...(facts.graceEndsAt === null ? [] : [say("failedUntil", named)]),
    ],
    facts: troubleRows(facts, wording),
  };
}

/** That the subscription ended because its charge could not be made. */
export function wordSubscriptionLapsed(facts: SubscriptionFacts, wording: Wording): MailContent {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  const blocker = say(`blocker_${blockerOf(facts)}`, named);
  const frame = payerFrame(facts, wording);
  return {
    ...frame,
    subject: say("lapsedSubject", named),
    preheader: say("lapsedPreheader"),
    heading: say("lapsedHeading", named),
    paragraphs: [say("lapsedText", { ...named, blocker })],
    facts: troubleRows(facts, wording),
    button: facts.planActive ? planButton(say("againButton"), facts, wording) : frame.button,
  };
}

const blockerOf = ({ blocker, failureCode }: SubscriptionFacts): ChargeFailure =>
  blocker ?? failureCode ?? "insufficient_balance";

function blockerText(blocker: ChargeFailure, facts: SubscriptionFacts, wording: Wording): string {
  const { say } = wording;
  const text = say(`blocker_${blocker}`, { currency: facts.currency });
  if (!facts.missing) return text;
  return `${text} ${say("isMissing", { missing: moneyOf(facts.missing, facts, wording) })}`;
}

function troubleRows(facts: SubscriptionFacts, wording: Wording): [string, string][] {
  const { say } = wording;
  const named = subscriptionNames(facts, wording);
  const { missing } = facts;
  return [
    [say("plan"), named.plan],
    [say("perCharge"), named.amount],
    [say("interval"), named.every],
    ...(missing
      ? [[say("missingAmount"), moneyOf(missing, facts, wording)] as [string, string]]
      : []),
    ...lastRows(facts, wording),
  ];
}
