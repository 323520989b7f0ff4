import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import { refOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { feeBpsOf } from "./fee-bps-of";
import { isSettlementOf } from "./is-settlement-of";
import { judgeSettlement } from "./judge-settlement";
import { lockMatches, type Match } from "./lock-matches";
import { noteUnbookedFees } from "./note-unbooked-fees";
import { type Settlement, settlementName } from "./settlement";
import { tellSeen } from "./tell-seen";

/**
 * Writes the transactions of newly mined settlements, in the chain's order: `pending` until their
 * block is final, one per payment id of a deployment. One that a reorganisation had taken away comes back in its new
 * place. A settlement that names no open session of its merchant becomes an `unmatched_deposit`; one
 * of a registry id that we do not know is logged, and only its fee is kept. One that pays its session says so with
 * `payment.seen`.
 * The caller's transaction also writes the block and moves the cursor.
 */
export async function seeSettlements(
  ctx: Pick<Context, "log" | "chains" | "config">,
  tx: TransactionSql,
  settlements: readonly Settlement[],
): Promise<void> {
  if (settlements.length === 0) return;
  const matches = await lockMatches(tx, settlements);
  const taken = new Set<string>();
  await inSlices(settlements, async (slice) => {
    const unknown: Settlement[] = [];
    const rows = slice.flatMap((settlement) => {
      const match = matches.get(settlementName(settlement));
      if (match) return [rowOf(settlement, match, taken)];
      warnUnknown(ctx, settlement);
      unknown.push(settlement);
      return [];
    });
    await noteUnbookedFees(tx, unknown);
    if (rows.length === 0) return;
    const text = asRows(rows);
    const written = await writeTransactions(tx, text);
    if (written.size < rows.length) await moveConfirmed(tx, text);
    const paying = rows.filter(({ announced }) => announced);
    if (paying.length > 0) await tellSeen(ctx, tx, paying, written);
  });
}

function warnUnknown({ log }: Pick<Context, "log">, settlement: Settlement): void {
  const { deploymentId, chainMerchantId, txHash } = settlement;
  const fields = { deploymentId, chainMerchantId: String(chainMerchantId), txHash };
  log.warn(fields, "a payment to a merchant id that is not registered here");
}

/** @param taken the sessions that an earlier settlement of the same call has paid */
function rowOf(settlement: Settlement, match: Match, taken: Set<string>) {
  const { payer, payout, token, chainMerchantId, ...rest } = settlement;
  const { session } = match;
  const exception = session
    ? judgeSettlement(settlement, {
        ...session,
        taken: session.seenOther || taken.has(session.id),
      })
    : "none";
  if (session && exception === "none") taken.add(session.id);
  return {
    ...rest,
    ref: session && refOf(session.id) === rest.ref ? null : rest.ref,
    id: newId("transaction"),
    merchantId: match.merchantId,
    type: session ? "payment" : "unmatched_deposit",
    netAmount: settlement.amount - settlement.fee,
    feeBps: feeBpsOf(settlement.amount, settlement.fee, match.registeredFeeBps),
    fromAddress: payer,
    toAddress: payout,
    tokenAddress: token,
    sessionId: session?.id ?? null,
    invoiceId: session?.invoiceId ?? null,
    paymentException: exception,
    announced: session !== null && exception === "none",
  };
}

/**
 * A new row that pays its session is announced as it is written: an update would write all of its indexes again.
 * One that comes back keeps what it was told as.
 * @returns the ids of rows that are new or came back; a new one has the id that was given
 */
async function writeTransactions(tx: TransactionSql, rows: string): Promise<Set<string>> {
  const written = await tx<{ id: string }[]>`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
      fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id,
      tx_hash, log_index, block_number, block_timestamp, session_id, invoice_id,
      payment_exception, announced)
    select id, "merchantId", mode, "deploymentId", type, 'pending', amount, currency,
      fee, "netAmount", "feeBps", hex_bytes("fromAddress"), hex_bytes("toAddress"), hex_bytes("tokenAddress"),
      hex_bytes(ref), hex_bytes("paymentId"), "chainId", hex_bytes("txHash"), "logIndex", "blockNumber", "blockTimestamp", "sessionId",
      "invoiceId", "paymentException", announced
    from json_to_recordset(${rows}::text::json) as e(id text, "merchantId" text, mode text,
      "deploymentId" text, type text, amount numeric, currency text, fee numeric,
      "netAmount" numeric, "feeBps" int, "fromAddress" text, "toAddress" text, "tokenAddress" text,
      ref text, "paymentId" text, "chainId" int, "txHash" text, "logIndex" int,
      "blockNumber" bigint, "blockTimestamp" timestamptz, "sessionId" text,
      "invoiceId" text, "paymentException" text, announced boolean)
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id))) do update set
      status = 'pending', type = excluded.type, session_id = excluded.session_id,
      ref = excluded.ref, invoice_id = excluded.invoice_id, payment_exception = excluded.payment_exception,
      to_address = excluded.to_address, fee = excluded.fee, net_amount = excluded.net_amount,
      fee_bps = excluded.fee_bps, tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.payment_id = excluded.payment_id
      and transactions.status in ${tx(sourcesOf(transactionTransitions, "pending"))}
    returning id`;
  return new Set(written.map(({ id }) => id));
}

/** A chain that is read again from its start meets confirmed payments: only their place is written. */
async function moveConfirmed(tx: TransactionSql, rows: string): Promise<void> {
  await tx`
    update transactions t set tx_hash = hex_bytes(e."txHash"), log_index = e."logIndex",
      block_number = e."blockNumber", block_timestamp = e."blockTimestamp"
    from json_to_recordset(${rows}::text::json) as e("deploymentId" text, "paymentId" text,
      "txHash" text, "logIndex" int, "blockNumber" bigint, "blockTimestamp" timestamptz)
    where ${isSettlementOf(tx, tx`e."deploymentId"`, tx`hex_bytes(e."paymentId")`)}
      and t.status = 'confirmed'`;
}
