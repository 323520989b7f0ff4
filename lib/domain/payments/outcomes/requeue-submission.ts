import type { AllOrNull } from "@/db/all-or-null";
import { transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { chainById, deploymentIds } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState, notFound, type Refusal } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import { type SlotState, unsignedSubmissionStates } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { readCertainty } from "@/lib/domain/wallets/finality";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { finalAuthorization } from "./final-authorization";
import { isSettled } from "./is-settled";

/**
 * What may be done for a stuck submission. `look_now`: it waits in the queue and is looked at without
 * waiting for its time. `sign_again`: its slot is used up for good and its authorization is alive, so it
 * may be signed for anew. Otherwise why nothing may: `final`, `slot_open` (its bytes may still be mined),
 * `settled` (waits for the indexer), `spent` (the next round ends it), `unknown` (the chain is not read, or the deployment
 * is not configured any more).
 */
export type RequeueVerdict =
  | "look_now"
  | "sign_again"
  | "final"
  | "slot_open"
  | "settled"
  | "spent"
  | "unknown";

export interface RequeuePlan {
  readonly submissionId: string;
  readonly state: SubmissionRow["state"];
  readonly failureCode: string | null;
  readonly rounds: number;
  /** The nonce slot that it was last signed into, if any. */
  readonly slot: {
    readonly wallet: Address;
    readonly nonce: bigint;
    readonly state: SlotState;
  } | null;
  readonly validBefore: bigint;
  readonly verdict: RequeueVerdict;
}

type RepairContext = Pick<Context, "db" | "chains" | "log">;

type FoundSubmission = SubmissionRow & { settled: boolean } & AllOrNull<{
    slotWallet: Address;
    slotNonce: bigint;
    slotState: SlotState;
  }>;

/**
 * Judges whether a submission may be taken up again. Changes nothing.
 * @throws Refusal `not_found`
 * @throws RpcError also where the node has forgotten the final block's state
 * @throws RpcUnavailable
 */
export async function planRequeue(
  ctx: RepairContext,
  { submissionId }: { submissionId: string },
): Promise<RequeuePlan> {
  const [row] = await ctx.db<FoundSubmission[]>`
    select s.*, b.wallet as slot_wallet, b.nonce as slot_nonce, b.state as slot_state,
      ${isSettled(ctx.db, "s")} as settled
    from relay_submissions s
    left join relay_batch_items i on i.submission_id = s.id and i.open
    left join relay_batches b on b.id = i.batch_id
    where s.id = ${submissionId}`;
  if (!row) throw notFound("relay submission");
  const { state, failureCode, rounds, validBefore, slotWallet, slotNonce, slotState } = row;
  const slot =
    slotWallet === null ? null : { wallet: slotWallet, nonce: slotNonce, state: slotState };
  const verdict = await judge(ctx, row);
  return { submissionId, state, failureCode, rounds, slot, validBefore, verdict };
}

/**
 * Takes a stuck submission up again where its plan allows it, however often it was queued before. What
 * the plan found is checked once more in the update.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the plan's verdict does not allow it
 * @throws RpcError, RpcUnavailable
 */
export async function requeueSubmission(
  ctx: RepairContext,
  input: { submissionId: string },
): Promise<RequeuePlan> {
  const plan = await planRequeue(ctx, input);
  const { submissionId, verdict } = plan;
  if (verdict !== "look_now" && verdict !== "sign_again") throw refuseRequeue(plan);
  await transaction(ctx.db, async (tx) => {
    const [moved] = await tx<{ chainId: number }[]>`
      update relay_submissions s set next_check_at = null, wallet = null, updated_at = clock_now(),
        state = case when s.state = 'held' then 'held' else 'queued' end,
        failure_code = case when s.state in (${stateList(tx, unsignedSubmissionStates)})
          then s.failure_code end
      where s.id = ${submissionId} and s.state = ${plan.state}
        and not exists (
          select from relay_batch_items i join relay_batches b on b.id = i.batch_id
          where i.submission_id = s.id and i.open and b.state <> 'consumed'
        )
        and not ${isSettled(tx, "s")}
      returning s.chain_id`;
    if (!moved) throw invalidState("The submission has changed.", { reason: "changed" });
    await tx`update relay_batch_items set open = false where submission_id = ${submissionId} and open`;
    await wake(tx, wakes.relay, { chainId: moved.chainId });
  });
  ctx.log.warn({ submissionId, verdict }, "an operator queued a submission again");
  return planRequeue(ctx, input);
}

/** The refusal of a submission whose plan does not allow it. */
export const refuseRequeue = ({ state, verdict }: RequeuePlan): Refusal =>
  invalidState("The submission cannot be queued again.", {
    currentStatus: state,
    reason: verdict === "look_now" || verdict === "sign_again" ? "changed" : verdict,
  });

/** As `decideSubmissions` does, at the final block: only there is nothing taken back. */
async function judge({ db, chains }: RepairContext, row: FoundSubmission): Promise<RequeueVerdict> {
  const { state, settled, slotWallet, slotState, payer, authNonce: nonce } = row;
  if (settled) return "settled";
  switch (state) {
    case "held":
    case "queued":
      return "look_now";
    case "signed":
    case "broadcast":
    case "mined": {
      if (slotWallet === null || slotState !== "consumed") return "slot_open";
      if (!deploymentIds(chains).includes(row.deploymentId)) return "unknown";
      const finality = await readCertainty(db, row.chainId);
      if (!finality) return "unknown";
      const authorization = { token: row.tokenAddress, payer, nonce };
      const chain = chainById(chains, row.chainId);
      const known = await finalAuthorization(db, chain, authorization, finality);
      return known === "unspent" ? "sign_again" : known;
    }
    default:
      return "final";
  }
}
