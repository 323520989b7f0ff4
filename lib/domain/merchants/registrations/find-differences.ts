import { keccak256, toHex } from "viem/utils";
import type { Db } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";

/** A registration that is not what its registry says, as of the chain's finalised block. */
export interface RegistrationDifference {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
  /** What differs; `missing`: the registry has no such record; `merchant`: the record belongs to another merchant. */
  readonly differs: readonly string[];
}

interface Row extends RegistrationDifference {
  /** Whom the registration names: the hash of an id, as its key. */
  readonly names: Bytes32 | null;
}

/** More need not be told. */
const MOST = 20;

/**
 * Compares registrations with what the registries' events say. One that was written since the finalised
 * block was mined is left out, and so is one of a registry whose history is still being read.
 */
export async function findDifferences(db: Db): Promise<RegistrationDifference[]> {
  const rows = await db<Row[]>`
    select m.merchant_id, m.mode, m.deployment_id, m.chain_merchant_id, f.names,
      array_remove(array[
        case when f.status is null then 'missing' end,
        case when f.owner <> m.owner then 'owner' end,
        case when f.payout <> m.payout then 'payout' end,
        case when f.fee_bps <> m.fee_bps then 'feeBps' end,
        case when (f.next_fee_bps, f.next_fee_at) is distinct from (m.next_fee_bps, m.next_fee_at)
          then 'nextFeeBps' end,
        case when f.status <> m.status then 'status' end
      ], null) as differs
    from merchant_registrations m
    join deployment_contracts c on c.deployment_id = m.deployment_id and c.kind = 'registry'
      and c.joined_at is not null
    join chain_cursors k on k.chain_id = c.chain_id and k.finalized_at > m.created_at
    cross join lateral (
      select ${said(db, "owner")} as owner, ${said(db, "payout")} as payout,
        ${said(db, "fee_bps")} as fee_bps, ${said(db, "next_fee_bps", "fee_bps")} as next_fee_bps,
        ${said(db, "next_fee_at", "fee_bps")} as next_fee_at, ${said(db, "status")} as status,
        ${said(db, "registration_key")} as names
      from registry_changes r
      where r.deployment_id = m.deployment_id and r.chain_merchant_id = m.chain_merchant_id
        and r.block_number <= k.finalized_number
    ) f
    order by m.merchant_id, m.mode`;
  return rows
    .map(({ names, ...row }) => {
      const isOthers = names !== null && names !== keccak256(toHex(row.merchantId));
      return isOthers ? { ...row, differs: [...row.differs, "merchant"] } : row;
    })
    .filter(({ differs }) => differs.length > 0)
    .slice(0, MOST);
}

/** What was said last of a column, or was said in it where another one was said last. */
const said = (db: Db, column: string, where = column) => db`
  (array_agg(r.${db(column)} order by r.block_number desc, r.log_index desc)
    filter (where r.${db(where)} is not null))[1]`;
