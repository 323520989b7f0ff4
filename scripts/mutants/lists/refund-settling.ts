import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/domain/refunds";
const test = `${folder}/refunds.test.ts`;
const looks = `${folder}/look-for-transfer.test.ts`;
const jobs = "inngest/functions/billing-jobs.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a payer is not shown the transaction that returned the money",
    file: "lib/domain/hosted-checkout/pay-status.ts",
    from: "and r.status = 'completed'",
    to: "and r.status = 'failed'",
    test,
    match: "plain transfer refunds",
  },
  {
    name: "a refund is booked without its locks",
    file: `${folder}/lock-refund.ts`,
    from: "const { transactionId, sessionId } = await readRefund(tx, id);\n",
    to: "const { transactionId, sessionId, ...rest } = await readRefund(tx, id);\n  if (rest) return { transactionId, sessionId, ...rest };\n",
    test,
    match: "while forty cancel",
  },
  {
    name: "one node alone says that a transaction is unknown",
    file: `${folder}/look-for-transfer.ts`,
    from: "if (sighting && isKnown(sighting)) return sighting;",
    to: "if (sighting) return sighting;",
    test: looks,
    match: "what one node knows",
  },
  {
    name: "a node that does not answer knows no transaction",
    file: `${folder}/look-for-transfer.ts`,
    from: "  if (trouble) throw trouble;\n",
    to: "  if (trouble && seen.length === 0) throw trouble;\n",
    test: looks,
    match: "when every node says so",
  },
  {
    name: "a node that is behind knows no transaction",
    file: `${folder}/look-for-transfer.ts`,
    from: "unknown.length === 0 || unknown.length < seen.length",
    to: "unknown.length === 0",
    test: looks,
    match: "when every node says so",
  },
  {
    name: "one node alone says that a nonce is used up",
    file: `${folder}/look-for-transfer.ts`,
    from: "unknown.every(({ nonceUsed }) => nonceUsed)",
    to: "unknown.some(({ nonceUsed }) => nonceUsed)",
    test: looks,
    match: "a nonce is used up",
  },
  {
    name: "refunds that wait are not settled by the minute",
    file: "inngest/functions/settle-refunds.ts",
    from: 'runJob("settle-refunds", settleDueRefunds)',
    to: 'runJob("settle-refunds", async () => settleDueRefunds.length - 1)',
    test: jobs,
    match: "forgotten refunds",
  },
  {
    name: "a minute's run settles a hundred refunds and leaves the rest",
    file: "inngest/functions/settle-refunds.ts",
    from: "      if (due < FULL_BATCH) return;\n",
    to: "      if (due < FULL_BATCH + MAX_ROUNDS) return;\n",
    test: jobs,
    match: "forgotten refunds",
  },
  {
    name: "a signature is taken for an authorization whose time may have passed",
    file: `${folder}/authorizations.ts`,
    from: "if (!token || row.refundTxHash !== null) return [];",
    to: "if (!token) return [];",
    test,
    match: "with one signature",
  },
  {
    name: "an authorization outlives its refund",
    file: `${folder}/authorizations.ts`,
    from: "BigInt(Math.floor(row.expiresAt.getTime() / 1_000))",
    to: "BigInt(Math.floor(row.expiresAt.getTime()))",
    test,
    match: "with one signature",
  },
  {
    name: "a signature has its place a byte too early",
    file: "lib/adapters/chain/refund-calls.ts",
    from: "const FILL_BYTES = 96 - SIGNATURE_BYTES;",
    to: "const FILL_BYTES = 97 - SIGNATURE_BYTES;",
    test,
    match: "with one signature",
  },
];
