import type { Db } from "@/db/client";
import { operatorsOf } from "@/lib/adapters/chain/relayer";
import type { Context } from "@/lib/domain/context";
import type { Candidate, Carrier } from "@/lib/domain/relay/tasks/relay-task";
import { closeCall, postponeCall, refuseCall } from "./close-call";
import { isCarriedBy, isFirst } from "./due-calls";
import { operatorCandidate } from "./operator-candidate";
import { planOperatorCall } from "./plan-operator-call";
import { type OperatorCallRow, wantedOf } from "./wanted-call";

const AT_ONCE = 10;

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains">;

/**
 * Takes calls that are due, the first of each subject, and plans them from what the chain says now. What is
 * so already is done, what the contract would refuse is refused, and what cannot be told yet waits.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function takeOperatorCalls(
  ctx: TaskContext,
  carrier: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const due = await findDue(ctx.db, carrier);
  const candidates: Candidate[] = [];
  for (const row of due) {
    const candidate = await examine(ctx, carrier, row);
    if (candidate) candidates.push(candidate);
  }
  return { taken: due.length, candidates };
}

function findDue(db: Db, carrier: Carrier): Promise<OperatorCallRow[]> {
  return db<OperatorCallRow[]>`
    select c.* from operator_calls c
    where c.chain_id = ${carrier.shard.chainId} and c.state in ('queued', 'signed', 'mined')
      and c.state = 'queued' and (c.next_check_at is null or c.next_check_at <= now())
      and ${isCarriedBy(db, carrier)} and ${isFirst(db)}
    order by c.number limit ${AT_ONCE}`;
}

async function examine(
  ctx: TaskContext,
  { shard: { wallet } }: Carrier,
  row: OperatorCallRow,
): Promise<Candidate | null> {
  const { db, config } = ctx;
  const wanted = wantedOf(row, ctx.chains);
  const plan = await planOperatorCall(ctx, wanted);
  switch (plan.verdict) {
    case "done":
      await closeCall(ctx, row, "done", null);
      return null;
    case "refuse":
      await refuseCall(ctx, row, plan.failure);
      return null;
    case "wait":
      await postponeCall(db, row, plan.failure);
      return null;
    default: {
      if (plan.signer === null || plan.signer === wallet) return operatorCandidate(ctx, row, plan);
      const isOurs = operatorsOf(config).some(({ address }) => address === plan.signer);
      await postponeCall(db, row, isOurs ? row.failure : "not_operator");
      return null;
    }
  }
}
