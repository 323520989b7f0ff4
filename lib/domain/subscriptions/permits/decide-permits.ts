import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Chain, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { openPermitStates, type PermitState } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import type { PermitRow } from "./permit-rows";

const AT_ONCE = 20;
/** One that was just taken in is about to be sent. */
const YOUNG_SECONDS = 15;

/**
 * Decides permits that no slot carries, at the final block. A permit whose nonce is used there was made by another
 * sender or replaced. A permit whose deadline has passed there can no longer be made.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decidePermits(
  { db, chains }: Pick<Context, "db" | "chains">,
  chain: Chain,
  { number, at }: Finality,
): Promise<void> {
  const rows = await db<PermitRow[]>`
    select * from payer_permits
    where chain_id = ${chain.id} and deployment_id = any (${deploymentIds(chains)}::text[])
      and state in (${stateList(db, openPermitStates)}) and state = 'queued'
      and created_at <= clock_now() - ${YOUNG_SECONDS} * interval '1 second'
    order by updated_at limit ${AT_ONCE}`;
  const seconds = BigInt(Math.floor(at.getTime() / 1_000));
  for (const row of rows) {
    const { rpc } = deploymentById(chains, row.deploymentId).chain;
    try {
      const nonce = await permitNonceOf(rpc, row.tokenAddress, row.payer, number);
      if (nonce > row.nonce) await close(db, row, "superseded");
      else if (seconds > row.deadline) await close(db, row, "expired");
      else await db`update payer_permits set updated_at = clock_now() where id = ${row.id}`;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
}

async function close(db: Db, { id }: PermitRow, state: PermitState): Promise<void> {
  await db`
    update payer_permits set state = ${state}, closed_at = clock_now(), updated_at = clock_now()
    where id = ${id} and state = 'queued'`;
}
