import { z } from "zod";
import { toDecimal } from "@/lib/core/amounts/money";
import { impossible } from "@/lib/core/errors";
import { listOpenRefunds } from "@/lib/domain/refunds/list-open-refunds";
import type { RefundRow } from "@/lib/domain/refunds/refund-rows";
import { refuseAuthorized } from "@/lib/domain/refunds/relayed/refuse-authorized";
import { returnRefund } from "@/lib/domain/refunds/return-refund";
import { settleRefund } from "@/lib/domain/refunds/settle-refund";
import { askToSignAgain, findUnsigned } from "@/lib/domain/subscriptions/ask-to-sign-again";
import {
  listStuckRenewals,
  type StuckRenewal,
} from "@/lib/domain/subscriptions/charges/list-stuck-renewals";
import {
  listUnrequested,
  type UnrequestedCall,
} from "@/lib/domain/subscriptions/charges/list-unrequested";
import { retryRenewal } from "@/lib/domain/subscriptions/charges/retry-renewal";
import { contextOf, type Desk, defineCommand } from "@/operator/command";
import { ago, counted, table } from "@/operator/wording";

const refundWord = z.object({ refund: z.string().startsWith("re_") });

export const refunds = defineCommand({
  name: "refunds",
  summary: "list refunds that wait for a merchant's wallet or for the chain",
  help: `Lists the refunds that are pending or submitted, the oldest first, with the recorded hash and the wallet that sent it. A refund that its merchant has signed shows the relay's transaction, the state of the signature, its obstacle and its end. Use this when /ready says that refunds are not checked or have been submitted for long, or that signed refunds wait.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listOpenRefunds(desk.db);
    return found.length === 0
      ? { lines: ["No refunds are waiting."], data: { refunds: [] } }
      : { lines: rows(found), data: { refunds: found.map(dataOf) } };
  },
});

export const settleRefundCommand = defineCommand({
  name: "settle-refund",
  summary: "check a refund's transaction now",
  help: `Checks the transaction recorded for a refund immediately, as the job settle-refunds does every minute, and updates the refund: completed, failed, or still waiting. A refund made by the contract is completed by its event on chain, not by the recorded hash. A refund that the relay sends has no recorded hash.`,
  words: ["REFUND"],
  options: {},
  changes: true,
  input: refundWord,
  async run(desk, { refund: id }) {
    const refund = await one(desk, id);
    if (refund.status === "completed") return undone(refund, "It is completed.", false);
    if (!refund.refundTxHash) return undone(refund, withoutHash(refund), true);
    const apply = async () => {
      const status = await settleRefund(await contextOf(desk), id);
      return { lines: [`${id} is ${status}.`], data: { id, status } };
    };
    return {
      lines: [...rows([refund]), "The transaction would be checked."],
      data: dataOf(refund),
      apply,
    };
  },
});

export const returnRefundCommand = defineCommand({
  name: "return-refund",
  summary: "make a submitted refund pending again",
  help: `Makes a submitted refund pending again before its unknown hash has been waited for during 24 hours: the merchant can then record another hash, or cancel. The amount stays reserved, and the hash is still checked. Use this when the merchant says that its wallet dropped or replaced the transaction. The command is refused while the merchant's signature of the refund can still be executed.`,
  words: ["REFUND"],
  options: {},
  changes: true,
  input: refundWord,
  async run(desk, { refund: id }) {
    const refund = await one(desk, id);
    const { status } = refund;
    refuseAuthorized(refund);
    if (status !== "submitted") return undone(refund, `It is ${status}.`, status !== "pending");
    const apply = async () => {
      await returnRefund(await contextOf(desk), id);
      return { lines: [`${id} is pending.`], data: { id, status: "pending" } };
    };
    return {
      lines: [...rows([refund]), "The refund would be pending."],
      data: dataOf(refund),
      apply,
    };
  },
});

async function one({ db }: Desk, id: string): Promise<RefundRow> {
  const [refund] = await listOpenRefunds(db, id);
  if (!refund) throw impossible(`There is no refund ${id}.`);
  return refund;
}

/** Nothing is done. @param refused false where it is so already */
const undone = (refund: RefundRow, why: string, refused: boolean) => ({
  lines: [...rows([refund]), why],
  data: dataOf(refund),
  refused,
});

/** Why no recorded transaction can be checked. */
const withoutHash = ({ status, authorizationState }: RefundRow) =>
  status === "submitted" && authorizationState !== null
    ? "The relay sends the merchant's signature: the event on chain completes the refund."
    : "No transaction is recorded for it.";

const dataOf = (refund: RefundRow) => ({
  id: refund.id,
  status: refund.status,
  transactionId: refund.transactionId,
  refundTxHash: refund.refundTxHash,
  sentFrom: refund.sentFrom,
  submittedAt: refund.submittedAt,
  authorizationState: refund.authorizationState,
  obstacle: refund.obstacle,
  authorizationTxHash: refund.authorizationTxHash,
  authorizationValidBefore: validBefore(refund),
});

const validBefore = ({ authorizationValidBefore: end }: RefundRow) =>
  end === null ? null : new Date(Number(end) * 1_000);

function signatureWords(refund: RefundRow): string {
  const { authorizationState, obstacle } = refund;
  if (authorizationState === null) return "";
  const end = `valid before ${validBefore(refund)?.toISOString()}`;
  return ["signature", authorizationState, obstacle && `(${obstacle})`, end]
    .filter(Boolean)
    .join(" ");
}

function rows(found: readonly RefundRow[]): string[] {
  return table(
    found.map((refund) => [
      refund.id,
      refund.merchantId,
      refund.mode,
      refund.status,
      `${toDecimal(refund.amount)} ${refund.currency}`,
      `by ${refund.method}`,
      refund.refundTxHash ?? refund.authorizationTxHash ?? "no hash",
      refund.sentFrom ? `from ${refund.sentFrom}` : "",
      ago(refund.submittedAt ?? refund.createdAt),
      signatureWords(refund),
    ]),
  );
}

export const renewals = defineCommand({
  name: "renewals",
  summary: "list subscription charges that the contract refuses, and those that are not ours",
  help: `Lists subscriptions whose charge of a period was sent five times, each time after it had been found to go through,
and refused by the contract. They wait for retry-renewal, or for their next period. Payers are not notified: they cannot do anything about it. Below them are charges and ends within a week that nothing here asked for, with their transactions.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listStuckRenewals(desk.db);
    const unrequested = await listUnrequested(desk.db);
    const lines =
      found.length === 0 ? ["No charge has been refused too often."] : renewalRows(found);
    return {
      lines: [...lines, ...unrequestedRows(unrequested)],
      data: { renewals: found, unrequested },
    };
  },
});

export const retryRenewalCommand = defineCommand({
  name: "retry-renewal",
  summary: "try a charge again that was refused too often",
  help: `Resets the refusals of a subscription, so that a keeper checks the subscription immediately and charges it if the charge would go through. Use this once the cause is repaired.`,
  words: ["SUBSCRIPTION"],
  options: {},
  changes: true,
  input: z.object({ subscription: z.string().startsWith("sub_") }),
  async run(desk, { subscription: id }) {
    const found = await listStuckRenewals(desk.db, id);
    if (found.length === 0)
      throw impossible(`No charge of ${id} is refused too often.`, "not_possible");
    const apply = async () => {
      await retryRenewal(await contextOf(desk), id);
      return { lines: [`${id} is due again.`], data: { renewal: { id } } };
    };
    return {
      lines: [...renewalRows(found), "The charge would be tried again."],
      data: { renewals: found },
      apply,
    };
  },
});

const planWord = z.string().startsWith("plan_");

export const askToSignAgainCommand = defineCommand({
  name: "ask-to-sign-again",
  summary: "mail a plan's subscribers that another plan takes its place",
  help: `Mails the payers of a plan's live subscriptions that its contract cannot charge them, with the page of the plan
NEXT, which the merchant made anew at another deployment. Payers who have subscribed to it, and those whose address is not known, get no mail, and no payer gets two within the days for which mails are kept (RETENTION_MAIL_DAYS). Use this when an issuer has blocked the core, before the merchant ends the old subscriptions.`,
  words: ["PLAN", "NEXT"],
  options: {},
  changes: true,
  input: z.object({ plan: planWord, next: planWord }),
  async run(desk, { plan, next }) {
    const plans = { planId: plan, nextPlanId: next };
    const { merchantId, mode, subscriptionIds } = await findUnsigned(desk.db, plans);
    const count = counted(subscriptionIds.length, "subscription");
    const lines = [`${count} of ${merchantId} in ${mode} mode to be signed again for ${next}.`];
    const data = { merchantId, mode, subscriptions: subscriptionIds };
    if (subscriptionIds.length === 0) return { lines, data };
    const apply = async () => {
      const { asked } = await askToSignAgain(await contextOf(desk), plans);
      return { lines: [`${counted(asked, "payer")} asked.`], data: { asked } };
    };
    return { lines, data, apply };
  },
});

function unrequestedRows(found: readonly UnrequestedCall[]): string[] {
  if (found.length === 0) return ["Nothing was charged or ended without a request."];
  return table(
    found.map(({ kind, subscriptionId, chainId, txHash, blockTimestamp }) => [
      `${kind} without a request`,
      subscriptionId,
      `chain ${chainId}`,
      txHash,
      ago(blockTimestamp),
    ]),
  );
}

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
