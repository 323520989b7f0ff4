import { z } from "zod";
import { toDecimal } from "@/lib/core/amounts/money";
import { impossible } from "@/lib/core/errors";
import { listOpenRefunds } from "@/lib/domain/refunds/list-open-refunds";
import type { RefundRow } from "@/lib/domain/refunds/refund-rows";
import { returnRefund } from "@/lib/domain/refunds/return-refund";
import { settleRefund } from "@/lib/domain/refunds/settle-refund";
import {
  listStuckRenewals,
  type StuckRenewal,
} from "@/lib/domain/subscriptions/charges/list-stuck-renewals";
import { retryRenewal } from "@/lib/domain/subscriptions/charges/retry-renewal";
import { contextOf, type Desk, defineCommand } from "@/operator/command";
import { ago, counted, table } from "@/operator/wording";

const refundWord = z.object({ refund: z.string().startsWith("re_") });

export const refunds = defineCommand({
  name: "refunds",
  summary: "refunds that wait for a merchant's wallet or for the chain",
  help: `Lists the refunds that are pending or submitted, the oldest first, with the hash that was recorded and where it was
sent from. Use it when /ready says that refunds are not looked at, or are submitted for long.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listOpenRefunds(desk.db);
    return found.length === 0
      ? { lines: ["No refund waits."], data: { refunds: [] } }
      : { lines: rows(found), data: { refunds: found.map(dataOf) } };
  },
});

export const settleRefundCommand = defineCommand({
  name: "settle-refund",
  summary: "look now what became of a refund's transaction",
  help: `Looks at once for the transaction that was recorded for a refund, as the job settle-refunds does by the minute, and
draws the conclusion: completed, failed, or still waiting. A refund that the contract makes is completed by
its event on chain, not by the recorded hash.`,
  words: ["REFUND"],
  options: {},
  changes: true,
  input: refundWord,
  async run(desk, { refund: id }) {
    const refund = await one(desk, id);
    if (!refund.refundTxHash) return { lines: rows([refund]), data: dataOf(refund) };
    const apply = async () => {
      const status = await settleRefund(await contextOf(desk), id);
      return { lines: [`${id} is ${status}.`], data: { id, status } };
    };
    return { lines: [...rows([refund]), "It would be looked for."], data: dataOf(refund), apply };
  },
});

export const returnRefundCommand = defineCommand({
  name: "return-refund",
  summary: "give a submitted refund back to its merchant",
  help: `Makes a submitted refund pending again before the 24 hours are over for which an unknown hash is waited for: the
merchant can then record another hash, or cancel. Nothing is freed by it, and the hash is still looked for. Use it when
the merchant says that its wallet dropped or replaced the transaction.`,
  words: ["REFUND"],
  options: {},
  changes: true,
  input: refundWord,
  async run(desk, { refund: id }) {
    const refund = await one(desk, id);
    if (refund.status !== "submitted") return { lines: rows([refund]), data: dataOf(refund) };
    const apply = async () => {
      await returnRefund(await contextOf(desk), id);
      return { lines: [`${id} is pending.`], data: { id, status: "pending" } };
    };
    return { lines: [...rows([refund]), "It would be pending."], data: dataOf(refund), apply };
  },
});

async function one({ db }: Desk, id: string): Promise<RefundRow> {
  const [refund] = await listOpenRefunds(db, id);
  if (!refund) throw impossible(`There is no refund ${id}.`);
  return refund;
}

const dataOf = ({ id, status, transactionId, refundTxHash, sentFrom, submittedAt }: RefundRow) => ({
  id,
  status,
  transactionId,
  refundTxHash,
  sentFrom,
  submittedAt,
});

function rows(found: readonly RefundRow[]): string[] {
  return table(
    found.map((refund) => [
      refund.id,
      refund.merchantId,
      refund.mode,
      refund.status,
      `${toDecimal(refund.amount)} ${refund.currency}`,
      `by ${refund.method}`,
      refund.refundTxHash ?? "no hash",
      refund.sentFrom ? `from ${refund.sentFrom}` : "",
      ago(refund.submittedAt ?? refund.createdAt),
    ]),
  );
}

export const renewals = defineCommand({
  name: "renewals",
  summary: "charges of subscriptions that the contract refuses",
  help: `Lists subscriptions whose charge of a period was sent five times, each time after it had been found to go through,
and refused by the contract. They wait for retry-renewal, or for their next period. Payers are not told: there is
nothing for them to do.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listStuckRenewals(desk.db);
    const lines = found.length === 0 ? ["No charge is refused too often."] : renewalRows(found);
    return { lines, data: { renewals: found } };
  },
});

export const retryRenewalCommand = defineCommand({
  name: "retry-renewal",
  summary: "try a charge again that was refused too often",
  help: `Excuses the refusals of a subscription, so that a keeper looks at it at once: it is charged if it would go through by
then. Use it once what stood in the way is repaired.`,
  words: ["SUBSCRIPTION"],
  options: {},
  changes: true,
  input: z.object({ subscription: z.string().startsWith("sub_") }),
  async run(desk, { subscription: id }) {
    const found = (await listStuckRenewals(desk.db)).filter((one) => one.id === id);
    if (found.length === 0)
      throw impossible(`No charge of ${id} is refused too often.`, "not_possible");
    const apply = async () => {
      await retryRenewal(await contextOf(desk), id);
      return { lines: [`${id} is due again.`], data: { renewal: { id } } };
    };
    return {
      lines: [...renewalRows(found), "It would be tried again."],
      data: { renewals: found },
      apply,
    };
  },
});

function renewalRows(found: readonly StuckRenewal[]): string[] {
  return table(
    found.map(({ id, merchantId, period, refusals, lastAt }) => [
      id,
      merchantId,
      `period ${period}`,
      counted(refusals, "refusal"),
      ago(lastAt),
    ]),
  );
}
