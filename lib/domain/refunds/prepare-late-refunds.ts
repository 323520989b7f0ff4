import type { TransactionSql } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { type ChargeRow, storedChargeProof } from "./find-charge-proof";
import { insertRefund } from "./insert-refund";
import { readRefund } from "./refund-rows";
import { tellRefund } from "./tell-refund";

interface LateCharge extends ChargeRow {
  readonly transactionId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly chainId: number;
  readonly amount: bigint;
}

/**
 * Prepares the refunds of charges that came too late, because their subscription had ended or was paused: whole, and
 * waiting for the merchant's wallet until it is sent. Of each once, unless what was sent for it failed: one that the
 * merchant has cancelled, which is its decision to return nothing, or asked for before, is not prepared again. Call it
 * in the transaction that books the charges, or fails a refund; others among them are left alone.
 * @param ids of transactions
 */
export async function prepareLateRefunds(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  ids: readonly string[],
): Promise<void> {
  const late = await tx<LateCharge[]>`
    select t.id as transaction_id, t.merchant_id, t.mode, t.deployment_id, t.chain_id, t.amount,
      s.onchain_id, s.signed_terms, k.period as charge_period, k.number as charge_number
    from transactions t
    join subscription_charges k on k.transaction_id = t.id
    join subscriptions s on s.id = k.subscription_id
    where t.id = any (${[...ids]}) and t.type = 'subscription_charge' and t.status = 'confirmed'
      and t.payment_exception = 'late'
      and not exists (
        select from refunds r where r.transaction_id = t.id and r.status <> 'failed'
      )
    order by t.block_number, t.log_index`;
  for (const charge of late) await prepare(ctx, tx, charge);
}

/** By the contract where it is there and the terms are known: the chain cannot be asked here. */
async function prepare(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  charge: LateCharge,
): Promise<void> {
  const deployment = deploymentById(ctx.chains, charge.deploymentId);
  const isProved = storedChargeProof(deployment, charge) !== null;
  const id = await insertRefund(tx, {
    ...charge,
    origin: "late_charge",
    method: isProved && deployment.contracts.chargeRefunds ? "contract" : "transfer",
    reason: null,
    note: null,
  });
  await tellRefund(ctx, tx, "refund.created", await readRefund(tx, id));
}
