import type { LineMutant } from "@/scripts/mutants/line-mutant";

const queue = "lib/domain/mails/queue-subscription-mails.ts";
const told = "lib/domain/subscriptions/subscription-mails.ts";
const moot = "lib/domain/mails/why-moot.ts";
const mails = "lib/domain/subscriptions/subscription-mails.test.ts";
const proof = "lib/domain/customers/prove-enrolled-email.ts";
const proofTest = "lib/domain/customers/prove-enrolled-email.test.ts";

const ofMails = (name: string, file: string, from: string, to: string, match: string) => ({
  ...{ name, file, from, to, match },
  test: mails,
});
const queued: readonly LineMutant[] = [
  ofMails(
    "a subscriber is mailed at an address that anybody typed",
    queue,
    "case when c.email_source <> 'checkout' then c.email end",
    "c.email",
    "who is mailed",
  ),
  ofMails(
    "a subscriber is mailed at the address of another wallet",
    queue,
    " and c.wallet_address = s.payer",
    "",
    "who is mailed",
  ),
  ofMails(
    "a subscriber is mailed at the other mode's address",
    queue,
    "        and c.mode = s.mode and",
    "        and",
    "the other mode",
  ),
  ofMails(
    "a subscriber is mailed at another merchant's address",
    queue,
    " and c.merchant_id = s.merchant_id",
    "",
    "what another merchant has",
  ),
  ofMails(
    "a subscription to another merchant's plan mails",
    queue,
    " and p.merchant_id = s.merchant_id",
    "",
    "what another merchant has",
  ),
  ofMails(
    "a subscription to the other mode's plan mails",
    queue,
    " and p.mode = s.mode",
    "",
    "what another merchant has",
  ),
  ofMails(
    "test mode mails subscribers on public chains",
    queue,
    "s.chain_id <> ${localChainId} as withheld",
    "false as withheld",
    "who is mailed",
  ),
  ofMails(
    "live mode keeps subscribers' mails",
    queue,
    " and s.mode = 'test' and",
    " and",
    "who is mailed",
  ),
  ofMails(
    "test mode keeps merchants' mails of subscriptions",
    queue,
    "        w.reader = 'payer' and s.mode",
    "        s.mode",
    "who is mailed",
  ),
  ofMails(
    "a merchant that wants no mails of charges gets them",
    queue,
    "(b.email_prefs ->> 'subscriptionCharged')::boolean",
    "true",
    "who is mailed",
  ),
  ofMails(
    "a subscription that is not on the chain mails",
    queue,
    "where s.enrolled_at is not null and",
    "where",
    "who is mailed",
  ),
  ofMails(
    "an event of a subscription is mailed twice",
    queue,
    "m.kind || ':' || m.subject,",
    "m.kind || ':' || m.subject || random(),",
    "told once",
  ),
  ofMails(
    "mails of subscriptions wait for the clock",
    queue,
    'state === "queued")) await wake',
    'state === "sent")) await wake',
    "who is mailed",
  ),
];

const ofEvents: readonly LineMutant[] = [
  ofMails(
    "one that is cancelled already is confirmed",
    told,
    'if (status !== "active" && status !== "trialing") return [];',
    "",
    "cancelled before it was on the chain",
  ),
  ofMails(
    "what did not recover is told as recovered",
    told,
    'if (status !== "active") return [];',
    "",
    "cancelled before it was on the chain",
  ),
  ofMails(
    "a subscription has one receipt for all its charges",
    told,
    "`${id}:${row.latestPeriod}:${row.latestNumber}`",
    "`${id}`",
    "each charge has one receipt",
  ),
  ofMails(
    "a failure is told in each of its periods",
    told,
    "(row.pastDueSince ?? row.nextChargeAt)",
    "(row.nextChargeAt ?? row.pastDueSince)",
    "a failure is told once",
  ),
  ofMails(
    "a second failure is not told",
    told,
    "`${id}:${(row.pastDueSince ?? row.nextChargeAt)?.toISOString()}`",
    "id",
    "a failure is told once",
  ),
  ofMails(
    "a failure hides what is missing",
    told,
    "const told = { missing: missing === null ? null : String(missing) };",
    "const told = { missing: null };",
    "a failure is told once",
  ),
  ofMails(
    "a cancellation hides a charge that may still come",
    told,
    "inFlight: chargeInFlightOf(row) !== null",
    "inFlight: false",
    "a cancellation says",
  ),
];

const withheld: readonly LineMutant[] = [
  ofMails(
    "a failure is told after it was recovered",
    moot,
    "`s.status = 'past_due'\n        and s.past_due_since",
    "`s.past_due_since is not null or s.past_due_since",
    "recovered meanwhile",
  ),
  ofMails(
    "an old failure is told during a new one",
    moot,
    'and s.past_due_since = ${instantIn(facts, "pastDueSince")}::timestamptz',
    "",
    "recovered meanwhile",
  ),
  ofMails(
    "a paused charge is told as ahead",
    moot,
    " and s.paused_at is null and",
    " and",
    "recovered meanwhile",
  ),
  ofMails(
    "a charge that was made is told as ahead",
    moot,
    'and s.next_charge_at = ${instantIn(facts, "nextChargeAt")}::timestamptz',
    "",
    "recovered meanwhile",
  ),
  ofMails(
    "a charge is told as ahead when its time has come",
    moot,
    " and s.next_charge_at > clock_now()",
    "",
    "whose time has come",
  ),
  ofMails(
    "an end is told as ahead when it has come",
    moot,
    ' and ${instantIn(facts, "endsAt")}::timestamptz > clock_now()',
    "",
    "recovered meanwhile",
  ),
  ofMails(
    "what ended is told as ahead",
    moot,
    "db`s.status in ${db(liveSubscriptionStatuses)}`",
    "db`true`",
    "recovered meanwhile",
  ),
];

const proved: readonly LineMutant[] = [
  {
    name: "an e-mail that was given for an enrolment stays unproved",
    file: "lib/domain/subscription-books/book-enrolment.ts",
    from: "if (customerId !== null && row.payerEmail !== null) {",
    to: "if (customerId === '' && row.payerEmail !== null) {",
    test: proofTest,
  },
  {
    name: "mails go past the address that came with the signatures",
    file: "lib/domain/mails/queue-subscription-mails.ts",
    from: "then coalesce(s.payer_email, case when c.email_source <> 'checkout' then c.email end)",
    to: "then case when c.email_source <> 'checkout' then c.email end",
    test: proofTest,
  },
  {
    name: "an enrolment replaces the merchant's word about an e-mail",
    file: proof,
    from: 'seeEmail(customer, email, "payment")',
    to: 'seeEmail({ ...customer, emailSource: null }, email, "payment")',
    test: proofTest,
  },
];

export const mutants: readonly LineMutant[] = [...queued, ...ofEvents, ...withheld, ...proved];
