import type { TransactionSql } from "@/db/client";
import { foldRegistrations } from "./apply-registry-changes";
import type { RegistryRecordName } from "./registry-change";

/**
 * Takes back what registries said above a height, in a part of a chain that is lost: registrations are as
 * they were there, and one that was made after it has the status `none` until it is made again.
 */
export async function takeBackRegistryChanges(
  tx: TransactionSql,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<void> {
  const lost = await tx<RegistryRecordName[]>`
    delete from registry_changes where chain_id = ${chainId} and block_number > ${above}
    returning deployment_id, chain_merchant_id`;
  const byName = new Map(lost.map((one) => [`${one.deploymentId} ${one.chainMerchantId}`, one]));
  await foldRegistrations(tx, [...byName.values()], above);
}
