import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { operatorsOf } from "@/lib/adapters/chain/calls/relayer";
import { chainById } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { openCallStates } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { assertChain } from "@/lib/domain/wallets/nonces/assert-chain";
import type { Candidate, Carrier } from "@/lib/domain/wallets/relay-task";
import { warnOnce } from "@/lib/domain/wallets/warn-once";
import { closeCall, postponeCall, refuseCall } from "./close-call";
import { isCarriedBy, isDue, isFirst } from "./due-calls";
import { operatorCandidate } from "./operator-candidate";
import { planOperatorCall } from "./plan-operator-call";
import { type OperatorCallRow, wantedOf } from "./wanted-call";

const AT_ONCE = 10;

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains">;

/**
 * Takes calls that are due, the first of each subject, and plans them from what the chain says now. What is
 * so already is done, what the contract would refuse is refused, and what cannot be told yet waits.
 * @throws WrongChain, RpcError, RpcUnavailable
 */
export async function takeOperatorCalls(
  ctx: TaskContext,
  carrier: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const due = await findDue(ctx.db, carrier);
  if (due.length > 0) await assertChain(chainById(ctx.chains, carrier.shard.chainId));
  const candidates: Candidate[] = [];
  for (const row of due) {
    const candidate = await unlessTrouble(ctx, row, () => plan(ctx, carrier, row));
    if (candidate) candidates.push(candidate);
  }
  return { taken: due.length, candidates };
}

/** One that the chain gives no answer for must not keep the others from being planned. */
async function unlessTrouble(
  { db, log }: TaskContext,
  row: OperatorCallRow,
  work: () => Promise<Candidate | null>,
): Promise<Candidate | null> {
  try {
    return await work();
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    warnOnce(log, `call:${row.id}`, { callId: row.id, err: error }, "a call cannot be planned");
    await postponeCall(db, row, "chain_unavailable");
    return null;
  }
}

/** First those that were not looked at yet, so that calls that wait, however many, keep no others waiting. */
function findDue(db: Db, carrier: Carrier): Promise<OperatorCallRow[]> {
  return db<OperatorCallRow[]>`
    select c.* from operator_calls c
    where c.chain_id = ${carrier.shard.chainId} and c.state in (${stateList(db, openCallStates)})
      and ${isDue(db)} and ${isCarriedBy(db, carrier)} and ${isFirst(db)}
    order by c.next_check_at nulls first, c.number limit ${AT_ONCE}`;
}

async function plan(
  ctx: TaskContext,
  { shard: { wallet } }: Carrier,
  row: OperatorCallRow,
): Promise<Candidate | null> {
  const { db, config } = ctx;
  if (!isConfigured(ctx, row)) {
    await postponeCall(db, row, "deployment_not_configured");
    return null;
  }
  const planned = await planOperatorCall(ctx, wantedOf(row, ctx.chains));
  switch (planned.verdict) {
    case "done":
      await closeCall(ctx, row, "done", null);
      return null;
    case "refuse":
      await refuseCall(ctx, row, planned.failure);
      return null;
    case "wait":
      await postponeCall(db, row, planned.failure);
      return null;
    default: {
      const { signer, signers = [signer] } = planned;
      if (signers.includes(wallet)) return operatorCandidate(ctx, row, planned);
      const isOurs = operatorsOf(config).some(({ address }) => address === signer);
      await postponeCall(db, row, isOurs ? row.failure : "not_operator");
      return null;
    }
  }
}

function isConfigured({ chains }: TaskContext, { deploymentId }: OperatorCallRow): boolean {
  return deploymentId === null || chains.deployments.some(({ id }) => id === deploymentId);
}
