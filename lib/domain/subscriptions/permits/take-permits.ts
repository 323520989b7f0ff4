import { type Db, type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { permitCall } from "@/lib/adapters/chain/calls/permit-call";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { type Deployment, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { openPermitStates } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Candidate, Carrier, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { isCarried, type PermitRow, permitOf } from "./permit-rows";

const AT_ONCE = 10;
/** While a wallet works on one, no other takes it; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
/** After the token would have refused it. */
const REFUSED_SECONDS = 30;

/** A query of the permits that are due for a wallet: payers with code have wallets of their own. */
export function duePermits(
  db: Db,
  { chainId, coded }: Pick<Shard, "chainId" | "coded">,
  most: number,
) {
  return db`
    select p.id, p.created_at from payer_permits p
    where p.chain_id = ${chainId} and p.state in (${stateList(db, openPermitStates)})
      and p.state = 'queued' and ${isCarried(db)} and (p.next_check_at is null or p.next_check_at <= clock_now())
      and coalesce(p.payer_has_code = ${coded}, true)
    order by p.created_at limit ${most}`;
}

/** Takes permits that are due, and plans a call for each. */
export async function takePermits(
  ctx: Pick<Context, "db" | "chains">,
  { shard }: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const rows = await transaction(ctx.db, (tx) => {
    return tx<PermitRow[]>`
      with due as materialized (
        select id from payer_permits
        where id in (select id from (${duePermits(tx, shard, AT_ONCE)}) d) and state = 'queued'
        for no key update skip locked
      )
      update payer_permits p set wallet = ${shard.wallet},
        next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
      where p.id in (select id from due)
      returning p.*`;
  });
  const known = new Set(deploymentIds(ctx.chains));
  const candidates = rows
    .filter(({ deploymentId }) => known.has(deploymentId))
    .map((row) => permitCandidate(ctx.db, deploymentById(ctx.chains, row.deploymentId), row));
  return { taken: rows.length, candidates };
}

/** The token's call; examined, one that the token would refuse now waits, and what became of it is decided at a final block. */
function permitCandidate(db: Db, deployment: Deployment, row: PermitRow): Candidate {
  const call = permitCall(deployment, permitOf(row));
  const slotCall: SlotCall = {
    kind: "permit",
    deploymentId: deployment.id,
    ...call,
    value: 0n,
    lock: async (tx) => ((await isWaiting(tx, row)) ? slotCall : null),
    bind: (tx, slot) => markSigned(tx, row, slot),
  };
  return {
    async examine(from) {
      const simulation = await simulateCall(deployment.chain.rpc, { from, ...call });
      if (!simulation.reverted) return slotCall;
      await db`
        update payer_permits set failure = 'refused',
          next_check_at = clock_now() + ${REFUSED_SECONDS} * interval '1 second'
        where id = ${row.id} and state = 'queued'`;
      return null;
    },
  };
}

async function isWaiting(tx: TransactionSql, { id }: PermitRow): Promise<boolean> {
  const locked = await tx`
    select from payer_permits where id = ${id} and state = 'queued' for no key update skip locked`;
  return locked.length > 0;
}

async function markSigned(tx: TransactionSql, { id }: PermitRow, slot: SignedSlot): Promise<void> {
  const { count } = await tx`
    update payer_permits set state = 'signed', batch_id = ${slot.batchId}, tx_hash = ${slot.hash},
      wallet = ${slot.wallet}, failure = null, next_check_at = null, updated_at = clock_now()
    where id = ${id} and state = 'queued'`;
  if (count !== 1) throw new Error("The permit was locked, and changed");
}

/** Leaves what a wallet has taken and not signed for to the others. */
export async function giveBackPermits(
  db: Db,
  { chainId, wallet }: Pick<Shard, "chainId" | "wallet">,
): Promise<void> {
  await db`
    update payer_permits set wallet = null, next_check_at = null
    where chain_id = ${chainId} and wallet = ${wallet} and state in (${stateList(db, openPermitStates)})
      and state = 'queued'`;
}
