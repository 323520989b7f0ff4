import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { Context } from "@/lib/domain/platform/context";
import { showCharges } from "./show-charges";
import type { CancellationEvent, ChargeEvent, EnrolmentEvent } from "./subscription-event";

type Logger = Pick<Context, "log">;

/**
 * Keeps newly mined enrolments. Nothing follows from them before their blocks are final: then
 * `applySubscriptionEvents` books them. What is in a block that is replaced is removed with its event.
 */
export async function seeEnrolments(
  _ctx: Logger,
  tx: TransactionSql,
  events: readonly EnrolmentEvent[],
): Promise<void> {
  await inSlices(events, async (slice) => {
    await tx`
      insert into chain_subscriptions (chain_id, block_number, log_index, deployment_id, onchain_id,
        chain_merchant_id, payer, token_address, amount, interval, start_at, end_at, cap,
        signed_start_at, permit_value, permit_deadline, permit_nonce, ref, tx_hash, block_timestamp)
      select "chainId", "blockNumber", "logIndex", "deploymentId", hex_bytes("onchainId"),
        "chainMerchantId", hex_bytes(payer), hex_bytes(token), amount, interval, "startAt", "endAt",
        cap, "signedStartAt", "permitValue", "permitDeadline", "permitNonce", hex_bytes(ref), hex_bytes("txHash"), "blockTimestamp"
      from json_to_recordset(${asRows(slice)}::text::json) as e("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, "onchainId" text, "chainMerchantId" numeric, payer text,
        token text, amount numeric, interval numeric, "startAt" numeric, "endAt" numeric, cap numeric,
        "signedStartAt" numeric, "permitValue" numeric, "permitDeadline" numeric, "permitNonce" numeric,
        ref text, "txHash" text, "blockTimestamp" timestamptz)`;
  });
}

/** The same for charges; those of subscriptions that are known are shown. */
export async function seeCharges(
  _ctx: Logger,
  tx: TransactionSql,
  events: readonly ChargeEvent[],
): Promise<void> {
  await inSlices(events, async (slice) => {
    await tx`
      insert into chain_charges (chain_id, block_number, log_index, deployment_id, onchain_id,
        chain_merchant_id, period, number, amount, fee, fee_bps, token_address, payout, tx_hash,
        block_timestamp)
      select "chainId", "blockNumber", "logIndex", "deploymentId", hex_bytes("onchainId"),
        "chainMerchantId", period, number, amount, fee, "feeBps", hex_bytes(token),
        hex_bytes(payout), hex_bytes("txHash"), "blockTimestamp"
      from json_to_recordset(${asRows(slice)}::text::json) as e("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, "onchainId" text, "chainMerchantId" numeric,
        period bigint, number bigint, amount numeric, fee numeric, "feeBps" int, token text,
        payout text, "txHash" text, "blockTimestamp" timestamptz)`;
    await showCharges(tx, slice);
  });
}

/** The same for cancellations. */
export async function seeCancellations(
  _ctx: Logger,
  tx: TransactionSql,
  events: readonly CancellationEvent[],
): Promise<void> {
  await inSlices(events, async (slice) => {
    await tx`
      insert into chain_cancellations (chain_id, block_number, log_index, deployment_id, onchain_id,
        by_address, tx_hash, block_timestamp)
      select "chainId", "blockNumber", "logIndex", "deploymentId", hex_bytes("onchainId"),
        hex_bytes(by), hex_bytes("txHash"), "blockTimestamp"
      from json_to_recordset(${asRows(slice)}::text::json) as e("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, "onchainId" text, by text, "txHash" text,
        "blockTimestamp" timestamptz)`;
  });
}
