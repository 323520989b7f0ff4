import { type Db, transaction } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { InputOf } from "@/lib/contract/endpoint";
import type { authorizeRefund as declaration } from "@/lib/contract/refunds/refunds";
import { digits, toDecimal } from "@/lib/core/amounts/money";
import type { Hex } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
import type { RefundView } from "@/lib/domain/refunds/authorizations";
import { findRefund, lockOwnRefund, type RefundRow } from "@/lib/domain/refunds/refund-rows";
import { viewRefund } from "@/lib/domain/refunds/view";
import { spendGasBudget } from "@/lib/domain/wallets/gas-budget";
import { examineSignature, plainSignature, type SignedAuthorization } from "./examine-signature";
import { refuseAuthorized, wayTaken } from "./refuse-authorized";

type Input = InputOf<typeof declaration>;

/** Null where the signature is stored already. */
type Prepared = SignedAuthorization | null;

/**
 * Takes the signature of one of the messages in a pending refund's instructions, and has the relay send the refund at no
 * cost to the merchant. The same signature again changes nothing. From then on the refund fails only once the signature
 * can never be executed any more.
 * @throws Refusal `not_found`
 * @throws Refusal `idempotency_error` with `authorization_pending`: another signature is on its way, or a transaction
 * that was recorded may still be mined
 * @throws Refusal `session_invalid_state` with `refund_ended` or `authorization_unavailable`
 * @throws Refusal `invalid_request` with `below_relay_minimum`, `signature_invalid`, `wallet_not_deployed` or `expired`
 * @throws Refusal `rate_limited`: a budget of the day for gas is used up
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export const authorizeRefund: PreparedVerb<MerchantActor, Input, Prepared, RefundView> = {
  async prepare(ctx, { id, signature }) {
    const row = await findRefund(ctx.db, ctx.actor, id);
    if (await isStored(ctx.db, ctx.actor, { id, signature })) return null;
    checkOpen(row);
    checkAmount(ctx.config, row);
    return examineSignature(ctx, row, signature);
  },
  async run(ctx, { id, signature }, signed) {
    return transaction(ctx.db, async (tx) => {
      const row = await lockOwnRefund(tx, ctx.actor, id);
      if (!signed || (await isStored(tx, ctx.actor, { id, signature })))
        return viewRefund(ctx, row);
      checkOpen(row);
      await tx`
        insert into refund_authorizations (refund_id, chain_id, deployment_id, from_address, nonce,
          valid_before, signature, sender_has_code)
        values (${id}, ${row.chainId}, ${row.deploymentId}, ${signed.from}, ${signed.nonce},
          ${digits(signed.validBefore)}, ${signed.signature}, ${signed.senderHasCode})`;
      await tx`
        update refunds set status = 'submitted', submitted_at = clock_now(), due_at = null
        where id = ${id} and ${ownedBy(tx, ctx.actor)} and status = 'pending'`;
      await wake(tx, wakes.relay, { chainId: row.chainId });
      const { merchantId, mode } = ctx.actor;
      // The last, since what a merchant sends waits for its counters.
      await spendGasBudget(tx, ctx.config, {
        merchantId,
        mode,
        payer: signed.from,
        ip: undefined,
      });
      return viewRefund(ctx, await findRefund(tx, ctx.actor, id));
    });
  },
};

/** Whether the signature is the one that was stored for the refund. */
async function isStored(
  db: Db,
  owner: Owner,
  { id, signature }: { readonly id: string; readonly signature: Hex },
): Promise<boolean> {
  const given = plainSignature(signature)?.signature ?? signature;
  const stored = await db`
    select from refund_authorizations a join refunds r on r.id = a.refund_id
    where a.refund_id = ${id} and ${ownedBy(db, owner, "r")}
      and a.signature = ${given}`;
  return stored.length > 0;
}

/** A transaction that was recorded once may be mined after all, also while the refund is pending again. */
function checkOpen(row: RefundRow): void {
  refuseAuthorized(row);
  const { status: currentStatus, refundTxHash } = row;
  if (currentStatus === "submitted" || (currentStatus === "pending" && refundTxHash !== null)) {
    throw wayTaken("The transaction that was recorded for the refund may still be mined.");
  }
  if (currentStatus === "pending") return;
  throw invalidState(`The refund is ${currentStatus}.`, { currentStatus, reason: "refund_ended" });
}

/** A refund of less is sent from the merchant's wallet alone. */
function checkAmount(
  { RELAY_MIN_AMOUNT }: Pick<Env, "RELAY_MIN_AMOUNT">,
  { amount, currency }: Pick<RefundRow, "amount" | "currency">,
): void {
  const least = BigInt(RELAY_MIN_AMOUNT);
  if (amount >= least) return;
  const bound = `${toDecimal(least)} ${currency}`;
  const message = `The relay sends refunds of ${bound} or more: send this one from the wallet.`;
  throw invalidRequest("signature", message, { reason: "below_relay_minimum" });
}
