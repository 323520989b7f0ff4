import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { Context } from "@/lib/domain/platform/context";
import type { RegistryChange } from "./registry-change";

/**
 * Keeps what newly mined events of registries say. Nothing follows from it before their blocks are final:
 * then `applyRegistryChanges` brings the merchants' registrations up to date. What is in a block that is
 * replaced is removed with its event.
 */
export async function seeRegistryChanges(
  _ctx: Pick<Context, "log">,
  tx: TransactionSql,
  changes: readonly RegistryChange[],
): Promise<void> {
  await inSlices(changes, async (slice) => {
    const rows = slice.map(({ txHash: _, place: __, ...row }) => row);
    await tx`
      insert into registry_changes (chain_id, block_number, log_index, deployment_id,
        chain_merchant_id, owner, payout, fee_bps, next_fee_bps, next_fee_at, status, settle_until,
        metadata_hash, registration_key)
      select "chainId", "blockNumber", "logIndex", "deploymentId", "chainMerchantId",
        hex_bytes(owner), hex_bytes(payout), "feeBps", "nextFeeBps", "nextFeeAt", status, "settleUntil",
        hex_bytes("metadataHash"), hex_bytes("registrationKey")
      from json_to_recordset(${asRows(rows)}::text::json) as c("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, "chainMerchantId" numeric, owner text, payout text,
        "feeBps" int, "nextFeeBps" int, "nextFeeAt" timestamptz, status text,
        "settleUntil" timestamptz, "metadataHash" text, "registrationKey" text)`;
  });
}
