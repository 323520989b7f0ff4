import type { TransactionSql } from "@/db/client";
import { callFailure } from "@/lib/adapters/chain/calls/registry-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { type Chains, chainById } from "@/lib/adapters/chain/chains";
import type { Context } from "@/lib/domain/platform/context";
import type { Candidate, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import type { CallPlan } from "./call-plan";
import { postponeCall, refuseCall } from "./close-call";
import { isFirst } from "./due-calls";
import type { OperatorCallRow } from "./wanted-call";

/** The registry may get its operator back, and what has ended meanwhile is not ended again: it is planned anew. */
const MAY_CHANGE = ["not_operator", "not_authorized", "not_active"];

type PlannedCall = Extract<CallPlan, { verdict: "call" }>;

/** A planned call; examined, it is what its contract would not refuse. */
export function operatorCandidate(
  ctx: Pick<Context, "db" | "log"> & { readonly chains: Chains },
  row: OperatorCallRow,
  plan: PlannedCall,
): Candidate {
  return {
    async examine(from) {
      const { rpc } = chainById(ctx.chains, row.chainId);
      const simulation = await simulateCall(rpc, { from, ...plan });
      if (!simulation.reverted) return slotCallOf(row, plan);
      const failure = callFailure(simulation.data);
      if (MAY_CHANGE.includes(failure)) await postponeCall(ctx.db, row, failure);
      else await refuseCall(ctx, row, failure);
      return null;
    },
  };
}

function slotCallOf(row: OperatorCallRow, plan: PlannedCall): SlotCall {
  const call: SlotCall = {
    kind: "operator_call",
    deploymentId: row.deploymentId,
    to: plan.to,
    data: plan.data,
    gas: plan.gas,
    value: plan.value,
    lock: async (tx) => ((await isWaiting(tx, row)) ? call : null),
    bind: (tx, slot) => markSigned(tx, row, slot),
  };
  return call;
}

async function isWaiting(tx: TransactionSql, { id }: OperatorCallRow): Promise<boolean> {
  const locked = await tx`
    select from operator_calls c where c.id = ${id} and c.state = 'queued' and ${isFirst(tx)}
    for no key update skip locked`;
  return locked.length > 0;
}

async function markSigned(
  tx: TransactionSql,
  { id }: OperatorCallRow,
  { batchId, hash, wallet }: SignedSlot,
): Promise<void> {
  const { count } = await tx`
    update operator_calls set state = 'signed', batch_id = ${batchId}, tx_hash = ${hash},
      wallet = ${wallet}, failure = null, next_check_at = null, updated_at = clock_now()
    where id = ${id} and state = 'queued'`;
  if (count !== 1) throw new Error("The call was locked, and changed");
}
