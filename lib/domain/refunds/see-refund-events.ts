import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { Context } from "@/lib/domain/platform/context";
import type { RefundEvent } from "./refund-event";

/**
 * Keeps what newly mined events say of refunds. Nothing follows from it before their blocks are final: then
 * `applyRefundEvents` books them. What is in a block that is replaced is removed with its event.
 */
export async function seeRefundEvents(
  _ctx: Pick<Context, "log">,
  tx: TransactionSql,
  events: readonly RefundEvent[],
): Promise<void> {
  await inSlices(events, async (slice) => {
    await tx`
      insert into chain_refunds (chain_id, block_number, log_index, deployment_id, payment_id,
        chain_merchant_id, refund_ref, payer, from_address, token_address, amount, cumulative, tx_hash,
        block_timestamp)
      select "chainId", "blockNumber", "logIndex", "deploymentId", hex_bytes("paymentId"),
        "chainMerchantId", hex_bytes("refundRef"), hex_bytes(payer), hex_bytes("from"),
        hex_bytes(token), amount, cumulative, hex_bytes("txHash"), "blockTimestamp"
      from json_to_recordset(${asRows(slice)}::text::json) as e("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, "paymentId" text, "chainMerchantId" numeric,
        "refundRef" text, payer text, "from" text, token text, amount numeric, cumulative numeric,
        "txHash" text, "blockTimestamp" timestamptz)`;
  });
}
