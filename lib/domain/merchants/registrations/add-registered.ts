import { keccak256, toHex } from "viem/utils";
import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { RegistryRecordName } from "./registry-change";

interface UnclaimedRecord extends RegistryRecordName {
  /** Whom it names: the key, which is never registered twice. */
  readonly names: Bytes32;
}

/**
 * How many of the newest unregistered merchants are searched for the one that a record names, when the registration was
 * not requested here.
 */
const NEWEST = 1_000;

/**
 * Writes registrations that a registry has and the database lacks. The registrant of a merchant gave the hash of its id
 * along, as its key. Records of unknown merchants are left alone.
 */
export async function addRegistered(
  tx: TransactionSql,
  records: readonly RegistryRecordName[],
): Promise<void> {
  if (records.length === 0) return;
  const unclaimed = await tx<UnclaimedRecord[]>`
    select r.deployment_id, r.chain_merchant_id, r.registration_key as names
    from json_to_recordset(${asRows(records)}::text::json)
      as n("deploymentId" text, "chainMerchantId" numeric)
    join registry_changes r on r.deployment_id = n."deploymentId"
      and r.chain_merchant_id = n."chainMerchantId" and r.registration_key is not null
    where not exists (
      select from merchant_registrations m
      where m.deployment_id = r.deployment_id and m.chain_merchant_id = r.chain_merchant_id
    )`;
  for (const deploymentId of new Set(unclaimed.map((record) => record.deploymentId))) {
    const merchants = await findUnregistered(tx, deploymentId);
    for (const record of unclaimed) {
      const merchantId = merchants.get(record.names);
      if (record.deploymentId === deploymentId && merchantId) await add(tx, record, merchantId);
    }
  }
}

/** By the hash of their ids: the newest, and those whose registration an operator has asked for. */
async function findUnregistered(
  tx: TransactionSql,
  deploymentId: string,
): Promise<Map<Bytes32, string>> {
  const rows = await tx<{ id: string }[]>`
    (
      select m.id from merchants m
      where not exists (
        select from merchant_registrations r
        where r.merchant_id = m.id and r.deployment_id = ${deploymentId}
      )
      order by m.created_at desc limit ${NEWEST}
    )
    union
    select merchant_id from operator_calls
    where deployment_id = ${deploymentId} and kind = 'register'`;
  return new Map(rows.map(({ id }) => [keccak256(toHex(id)), id]));
}

/** As it was registered; what was said since is folded in after it. */
async function add(
  tx: TransactionSql,
  { deploymentId, chainMerchantId }: UnclaimedRecord,
  merchantId: string,
): Promise<void> {
  await tx`
    insert into merchant_registrations
      (merchant_id, mode, deployment_id, chain_merchant_id, owner, payout, fee_bps)
    select ${merchantId}, d.mode, r.deployment_id, r.chain_merchant_id, r.owner, r.payout, r.fee_bps
    from registry_changes r join deployments d on d.id = r.deployment_id
    where r.deployment_id = ${deploymentId} and r.chain_merchant_id = ${chainMerchantId}
      and r.registration_key is not null
    order by r.block_number limit 1
    on conflict do nothing`;
}
