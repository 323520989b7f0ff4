import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Chain } from "@/lib/adapters/chain/chains";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { openCreationStates, type WalletCreationState } from "@/lib/core/creation-states";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import type { CreationRow } from "./creation-rows";

const AT_ONCE = 20;
/** One that was just taken in is about to be signed. */
const YOUNG_SECONDS = 15;

/**
 * Decides creations that no slot carries: a wallet that has code at the final block was created by another sender, and
 * one whose payer has nothing open is not created any more.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decideCreations(
  { db }: Pick<Context, "db">,
  chain: Chain,
  { number }: Finality,
): Promise<void> {
  const rows = await db<(CreationRow & { isWanted: boolean })[]>`
    select c.*, exists (
      select from relay_open_submissions o
      where o.account = c.chain_id || ':0x' || encode(c.payer, 'hex')
    ) as is_wanted
    from wallet_creations c
    where c.chain_id = ${chain.id} and c.state in (${stateList(db, openCreationStates)})
      and c.state = 'queued' and c.created_at <= clock_now() - ${YOUNG_SECONDS} * interval '1 second'
    order by c.updated_at limit ${AT_ONCE}`;
  for (const row of rows) {
    try {
      if (await hasCode(chain.rpc, row.payer, number)) await close(db, row, "superseded");
      else if (!row.isWanted) await close(db, row, "expired");
      else await db`update wallet_creations set updated_at = clock_now() where id = ${row.id}`;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
  }
}

async function close(db: Db, { id }: CreationRow, state: WalletCreationState): Promise<void> {
  await db`
    update wallet_creations set state = ${state}, closed_at = clock_now(), updated_at = clock_now()
    where id = ${id} and state = 'queued'`;
}
