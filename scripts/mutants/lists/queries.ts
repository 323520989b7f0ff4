import type { LineMutant } from "@/scripts/mutants/line-mutant";

const plans = "lib/domain/operations/background-plans.test.ts";
const derived = "lib/domain/relay/queue/open-submissions.test.ts";
const migration = "db/migrations/0021_open-work.sql";
/** Has the newest version of the function that keeps the open submissions. */
const openRows = "db/migrations/0051_business-clock.sql";

export const mutants: readonly LineMutant[] = [
  {
    name: "a plan that was made while a table was empty reads all of it later",
    file: "db/client.ts",
    from: 'enable_seqscan: "off"',
    to: 'enable_seqscan: "on"',
    test: plans,
  },
  {
    name: "long statements are planned anew each time",
    file: "db/client.ts",
    from: 'plan_cache_mode: "force_generic_plan"',
    to: 'plan_cache_mode: "auto"',
    test: "db/planning.test.ts",
  },
  {
    name: "a claim looks at all that waits, under the chain's lock",
    file: "lib/domain/relay/queue/claim-submissions.ts",
    from: "due_at <= clock_now() order by due_at limit ${most}\n      ) o\n    ), accounts",
    to: "due_at <= clock_now() order by due_at\n      ) o\n    ), accounts",
    test: plans,
    match: "a claim, as often as it comes",
  },
  {
    name: "a settlement is looked for among all that are not final",
    file: migration,
    from: "WHERE (status || ' unfinal') in ('pending unfinal')",
    to: "WHERE status = 'pending'",
    test: plans,
  },
  {
    name: "webhooks of an endpoint are looked for among all that are due",
    file: "lib/domain/webhook-deliveries/choose-dispatches.ts",
    from: "where endpoint_id = held.id and endpoint_due_at <= (select due from moment)",
    to: "where endpoint_id = held.id and due_at <= (select due from moment)",
    test: plans,
    match: "webhooks, of fifty endpoints",
  },
  {
    name: "settlements that are held up are looked for among all that are not final",
    file: "lib/domain/payments/release-held-settlements.ts",
    from: "where chain_id = ${chainId} and payment_exception = 'screening'\n      order by",
    to: "where chain_id = ${chainId} and (status || ' unfinal') in ('pending unfinal')\n      order by",
    test: plans,
  },
  {
    name: "a submission that ended stays among the open ones",
    file: openRows,
    from: "      delete from relay_open_submissions where submission_id = new.id;",
    to: "      null;",
    test: derived,
  },
  {
    name: "a used up slot puts nothing in doubt",
    file: migration,
    from: "update relay_submissions set slot_consumed = (new.state = 'consumed')",
    to: "update relay_submissions set slot_consumed = false",
    test: derived,
  },
  {
    name: "a submission that was queued again is still in doubt because of its last slot",
    file: migration,
    from: "new.slot_consumed := new.slot_consumed and new.state in ('signed', 'broadcast', 'mined');",
    to: "",
    test: derived,
  },
  {
    name: "an authorization whose submission was refused stays taken",
    file: migration,
    from: "new.authorization_released := new.state in ('rejected', 'expired', 'failed');",
    to: "new.authorization_released := new.state in ('expired', 'failed');",
    test: derived,
  },
  {
    name: "an upgrade forgets what was open before it",
    file: migration,
    from: "set state = state\nwhere state in ('held', 'queued', 'signed', 'broadcast', 'mined');",
    to: "set state = state\nwhere false;",
    test: derived,
  },
  {
    name: "a session takes a second open submission",
    file: "lib/domain/relay/intake/insert-submission.ts",
    from: "select from payment_sessions s where s.id = ${known.session?.id ?? null} and ${isBeingPaid(tx)}\n      )\n    on",
    to: "select from payment_sessions s where s.id = '' and ${isBeingPaid(tx)}\n      )\n    on",
    test: "lib/domain/relay/intake/relay-payment.test.ts",
  },
  {
    name: "sessions are confirmed by way of all that are not",
    file: "lib/domain/payments/confirm-sessions.ts",
    from: "(s.status || '') in",
    to: "s.status in",
    test: "lib/domain/operations/background-plans.test.ts",
    match: "a payment reads",
  },
  {
    name: "mails are claimed by a column that no index has",
    file: "lib/domain/mails/claim-mails.ts",
    from: "next_attempt_at <= clock_now()\n      order by next_attempt_at limit",
    to: "created_at <= clock_now()\n      order by created_at limit",
    test: "lib/domain/operations/background-plans.test.ts",
    match: "mails",
  },
];
