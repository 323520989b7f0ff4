import type { LineMutant } from "@/scripts/mutants/line-mutant";

const intake = "lib/domain/relay/intake/relay-payment.test.ts";

/** What a payment is taken, ended and counted by. */
export const mutants: readonly LineMutant[] = [
  {
    name: "two payments that fit a balance singly are both taken",
    file: "lib/domain/relay/intake/lock-payer.ts",
    from: "select pg_advisory_xact_lock(hashtextextended(${accountOf(chainId, payer)}, 0))",
    to: "select hashtextextended(${accountOf(chainId, payer)}, 0)",
    test: intake,
    match: "within its balance",
  },
  {
    name: "two payments of sessions that fit a balance singly are both taken",
    file: "lib/domain/relay/intake/lock-payment.ts",
    from: "pg_advisory_xact_lock(hashtextextended(${accountOf(chainId, payer)}, 0))::text as",
    to: "hashtextextended(${accountOf(chainId, payer)}, 0)::text as",
    test: intake,
    match: "of sessions stay within its balance",
  },
  {
    name: "a payment is taken for a session that is being cancelled",
    file: "lib/domain/relay/intake/lock-payment.ts",
    from: "where id = ${sessionId} for update\n",
    to: "where id = ${sessionId}\n",
    test: intake,
    match: "never both",
  },
  {
    name: "each payment's wake-up is told of by itself",
    file: "lib/domain/outbox/wake.ts",
    from: "[...Object.values(notices), wakes.relay]",
    to: "Object.values(notices)",
    test: "lib/domain/outbox/outbox.test.ts",
    match: "wake the relay together",
  },
  {
    name: "a submission is queued again whose settlement stands",
    file: "lib/domain/relay/outcomes/is-settled.ts",
    from: "where t.status in ('pending', 'confirmed')",
    to: "where t.status in ('nothing')",
    test: "lib/domain/relay/nonces/wallet-repairs.test.ts",
    match: "once it is settled",
  },
  {
    name: "a session that is being paid is due",
    file: "lib/domain/payment-sessions/is-due.ts",
    from: " and not ${isBeingPaid(db)}`",
    to: " and (true or ${isBeingPaid(db)})`",
    test: intake,
    match: "stays open when its time is up",
  },
];
