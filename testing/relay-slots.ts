import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import type { World } from "./world";

/** A nonce slot with its attempts, oldest first. */
export interface Slot {
  nonce: bigint;
  state: string;
  kind: string;
  wallet: Address;
  consumedBy: Bytes32 | null;
  gasLimit: bigint;
  items: number;
  attempts: {
    hash: Bytes32;
    kind: string;
    raw: Hex;
    maxFeePerGas: string;
    tip: string;
    sends: number;
  }[];
}

/** All slots of a world, in the order in which they were made. */
export async function slotsOf(world: World): Promise<Slot[]> {
  return world.db<Slot[]>`
    select b.nonce, b.state, b.kind, b.wallet, b.consumed_by, b.gas_limit,
      (select count(*)::int from relay_batch_items i where i.batch_id = b.id) as items,
      (
        select json_agg(json_build_object('hash', '0x' || encode(a.hash, 'hex'), 'kind', a.kind, 'raw', '0x' || encode(a.raw, 'hex'), 'sends', a.sends,
          'maxFeePerGas', a.max_fee_per_gas::text, 'tip', a.max_priority_fee_per_gas::text)
          order by a.created_at, a.max_fee_per_gas)
        from relay_attempts a where a.batch_id = b.id
      ) as attempts
    from relay_batches b order by b.created_at, b.nonce`;
}

/** Makes every attempt look older, so that it counts as stuck. */
export async function ageAttempts(world: World, seconds = 120): Promise<void> {
  await world.db`
    update relay_attempts set created_at = created_at - ${seconds} * interval '1 second',
      last_sent_at = last_sent_at - ${seconds} * interval '1 second'`;
}

/** Makes postponed and held submissions due now, and lets wallets that could not sign try again. */
export async function hurry(world: World): Promise<void> {
  await world.db`update relay_wallets set blocked_until = null`;
  await world.db`update relay_submissions set next_check_at = now() - interval '1 second' where next_check_at > now()`;
}
