import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { addRegistered } from "./add-registered";
import type { RegistryRecordName } from "./registry-change";
import { readWallets, tellOfWallets } from "./tell-of-wallets";

/** Blocks of a chain, the first one not included. */
export interface FinalRange {
  readonly chainId: number;
  readonly above: bigint;
  readonly through: bigint;
}

/**
 * Brings the registrations up to date with what registries said in blocks that have become final. The
 * events of a registry that is not read along yet wait until it joins.
 */
export async function applyRegistryChanges(
  tx: TransactionSql,
  { chainId, above, through }: FinalRange,
): Promise<void> {
  const changed = await tx<RegistryRecordName[]>`
    select distinct r.deployment_id, r.chain_merchant_id from registry_changes r
    join deployment_contracts c on c.deployment_id = r.deployment_id and c.kind = 'registry'
      and c.joined_at is not null
    where r.chain_id = ${chainId} and r.block_number > ${above} and r.block_number <= ${through}`;
  await addRegistered(tx, changed);
  const before = await readWallets(tx, changed);
  await foldRegistrations(tx, changed, through);
  await tellOfWallets(tx, before, through);
}

/** Brings the registrations of a registry up to date that is read along from now on. */
export async function applyRegistryHistory(
  tx: TransactionSql,
  { deploymentId, through }: { deploymentId: string; through: bigint },
): Promise<void> {
  const changed = await tx<RegistryRecordName[]>`
    select distinct deployment_id, chain_merchant_id from registry_changes
    where deployment_id = ${deploymentId} and block_number <= ${through}`;
  await addRegistered(tx, changed);
  await foldRegistrations(tx, changed, through);
}

/**
 * Writes into registrations what their registry's events say up to a height, each column as it was said
 * last. One of which nothing is said any more has the status `none`.
 */
export async function foldRegistrations(
  tx: TransactionSql,
  records: readonly RegistryRecordName[],
  through: bigint,
): Promise<void> {
  if (records.length === 0) return;
  const last = (column: string, where = column) => tx`
    (array_agg(${tx(column)} order by r.block_number desc, r.log_index desc)
      filter (where ${tx(where)} is not null))[1]`;
  await tx`
    update merchant_registrations m
    set owner = coalesce(f.owner, m.owner), payout = coalesce(f.payout, m.payout),
      fee_bps = coalesce(f.fee_bps, m.fee_bps), next_fee_bps = f.next_fee_bps,
      next_fee_at = f.next_fee_at, status = coalesce(f.status, 'none'),
      settle_until = f.settle_until
    from (
      select n."deploymentId", n."chainMerchantId", ${last("owner")} as owner,
        ${last("payout")} as payout, ${last("fee_bps")} as fee_bps,
        ${last("next_fee_bps", "fee_bps")} as next_fee_bps,
        ${last("next_fee_at", "fee_bps")} as next_fee_at, ${last("status")} as status,
        ${last("settle_until", "status")} as settle_until
      from json_to_recordset(${asRows(records)}::text::json)
        as n("deploymentId" text, "chainMerchantId" numeric)
      left join registry_changes r on r.deployment_id = n."deploymentId"
        and r.chain_merchant_id = n."chainMerchantId" and r.block_number <= ${through}
      group by 1, 2
    ) f
    where m.deployment_id = f."deploymentId" and m.chain_merchant_id = f."chainMerchantId"`;
}
