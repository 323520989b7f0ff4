import { type Db, type TransactionSql, transaction } from "@/db/client";
import { deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import { digits } from "@/lib/core/amounts/money";
import { Refusal } from "@/lib/core/errors";
import type { SessionStatus } from "@/lib/core/states";
import { recordScreening } from "@/lib/domain/compliance/record-screening";
import { findDecisions } from "@/lib/domain/compliance/screening-decisions";
import type { Context } from "@/lib/domain/platform/context";
import { creationOf, findOpenCreations } from "@/lib/domain/wallets/creations/creation-rows";
import { isSessionBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { rejectSubmissions } from "@/lib/domain/wallets/queue/postpone-submissions";
import { heldQueue } from "@/lib/domain/wallets/queue/work-queues";
import { paymentOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { checkPayable } from "./check-request";
import { type Examination, examinePayment } from "./examine-payment";
import { lockPayer } from "./lock-payer";
import { openAmount } from "./open-amount";
import { indexedTo } from "./paid-directly";

const AT_ONCE = 20;
/** While it is examined, no other process takes it; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
const RETRY_SECONDS = 5;

/** What stands for a list's answer once an operator has released a submission. */
export const releasedByHand: Screening = {
  result: "clear",
  provider: "operator",
  listVersion: "decision",
  matches: [],
};

type Clear = Extract<Examination, { kind: "clear" }>;

/**
 * Examines submissions again that were held because a node or a screening list did not answer: queued
 * when they are in order, refused as the request would have been, or held on.
 * @returns how many were decided
 */
export async function releaseHeld(
  ctx: Pick<Context, "db" | "chains" | "config" | "log">,
  chainId: number,
): Promise<number> {
  const held = await ctx.db<SubmissionRow[]>`
    update relay_submissions set next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
    where id = any (array(
      select s.id from (
        select submission_id from relay_open_submissions
        where queue = ${heldQueue(chainId)} and due_at <= clock_now() order by due_at offset 0
      ) o cross join lateral (
        select id from relay_submissions
        where id = o.submission_id and state = 'held'
          and (next_check_at is null or next_check_at <= clock_now())
        limit 1 for no key update skip locked
      ) s
      limit ${AT_ONCE}
    ))
    returning *`;
  const decided = await Promise.all(held.map((row) => release(ctx, row)));
  return decided.filter(Boolean).length;
}

async function release(
  ctx: Pick<Context, "db" | "chains" | "config" | "log">,
  row: SubmissionRow,
): Promise<boolean> {
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const token = tokenAt(deployment, row.tokenAddress);
  if (!token) throw new Error(`${row.id} is in a token of another deployment`);
  try {
    const { rpc } = deployment.chain;
    const indexed = row.sessionId === null ? null : await readIndexed(ctx.db, row.deploymentId);
    const payment = paymentOf(row);
    const decisions = await findDecisions(ctx.db, [row.id]);
    const screened = decisions.get(row.id) === "released" ? releasedByHand : undefined;
    const open = await findOpenCreations(ctx.db, row.chainId, [row.payer]);
    const waiting = open.get(row.payer);
    const creation = waiting ? creationOf(waiting) : null;
    const examined = { deployment, token, payment, creation, rpc, indexed, screened };
    const examination = await examinePayment(ctx, examined);
    if (examination.kind === "clear") {
      await transaction(ctx.db, (tx) => queue(tx, row, examination));
      return true;
    }
    await tryLater(ctx, row, RETRY_SECONDS);
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error.info.details;
    ctx.log.info({ submissionId: row.id, reason }, "a held payment was refused");
    // Its own settlement may have used the nonce: what is final decides.
    if (reason === "nonce_used") await tryLater(ctx, row, RETRY_SECONDS, reason);
    else if (reason === "chain_unavailable") await tryLater(ctx, row, RETRY_SECONDS);
    else await rejectSubmissions(ctx.db, "held", [row.id], reason);
    return true;
  }
}

async function readIndexed(db: Db, deploymentId: string): Promise<bigint> {
  const [row] = await db<{ indexed: bigint }[]>`
    select ${indexedTo(db)} as indexed from deployments d where d.id = ${deploymentId}`;
  if (!row) throw new Error(`The deployment ${deploymentId} has no row`);
  return row.indexed;
}

/** A cancellation takes the session's lock first, too: the second one comes too late. */
async function queue(
  tx: TransactionSql,
  row: SubmissionRow,
  { balance, payerHasCode, creation, screening }: Clear,
) {
  if (row.sessionId !== null) await checkSession(tx, row.sessionId, row.id);
  await lockPayer(tx, row.chainId, row.payer);
  const { chainId, payer, tokenAddress: token } = row;
  const others = openAmount(tx, { chainId, payer, token, debited: [], counted: "examined" });
  const { count } = await tx`
    update relay_submissions set state = 'queued', payer_has_code = ${payerHasCode || creation !== null},
      next_check_at = null, updated_at = clock_now()
    where id = ${row.id} and state = 'held' and ${digits(balance)}::numeric >= amount + (${others})`;
  if (count === 0) {
    throw new Refusal("invalid_request", "The payer's open payments exceed its balance.", {
      details: { reason: "insufficient_balance" },
    });
  }
  await recordScreening(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    subject: row.payer,
    trigger: "relay",
    action: "allowed",
    resourceId: row.id,
    screening,
  });
}

async function checkSession(
  tx: TransactionSql,
  sessionId: string,
  submissionId: string,
): Promise<void> {
  const [session] = await tx<{ status: SessionStatus }[]>`
    select status from payment_sessions where id = ${sessionId} for no key update`;
  const inFlight = await isSessionBeingPaid(tx, sessionId, submissionId);
  if (session) checkPayable({ status: session.status, due: false, inFlight });
}

async function tryLater(
  { db }: Pick<Context, "db">,
  { id }: SubmissionRow,
  seconds: number,
  failureCode: string | null = null,
): Promise<void> {
  await db`
    update relay_submissions set failure_code = ${failureCode},
      next_check_at = clock_now() + ${seconds} * interval '1 second'
    where id = ${id} and state = 'held'`;
}
