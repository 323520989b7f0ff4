import type { Db, TransactionSql } from "@/db/client";
import type { refunds } from "@/db/schema/refunds";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type {
  RefundAuthorizationState,
  RefundObstacle,
} from "@/lib/core/refund-authorization-states";
import type { ExceptionKind } from "@/lib/core/states";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** A refund with what its view needs of the payment. */
export type RefundRow = typeof refunds.$inferSelect & {
  deploymentId: string;
  currency: Currency;
  tokenAddress: Address;
  payer: Address;
  paymentId: Bytes32 | null;
  paymentException: ExceptionKind;
  sessionId: string | null;
  customerId: string | null;
  /** Of a subscription's charge, which another contract returns than a payment. */
  isCharge: boolean;
  /** What the contract is given as the payment's proof. */
  paidAmount: bigint;
  paymentRef: Bytes32 | null;
  chainMerchantId: bigint | null;
  intentSignature: Hex | null;
  intentNonce: Bytes32 | null;
  salt: bigint | null;
  /** What the contract is given of a charge; null of all others. */
  onchainId: Bytes32 | null;
  signedTerms: Hex | null;
  chargePeriod: number | null;
  chargeNumber: number | null;
  /** The merchant's signature that the relay sends; null without one. */
  authorizedBy: Address | null;
  authorizationValidBefore: bigint | null;
  authorizationState: RefundAuthorizationState | null;
  obstacle: RefundObstacle | null;
  authorizationTxHash: Bytes32 | null;
};

/** The columns and joins of a refund's view; a `where` clause follows. */
export function selectRefunds(db: Db) {
  return db`
    select r.*, t.deployment_id, t.currency, t.token_address, t.from_address as payer, t.payment_id,
      t.payment_exception, t.session_id, t.customer_id, t.type = 'subscription_charge' as is_charge,
      t.amount as paid_amount, t.ref as payment_ref, t.intent_signature, t.intent_nonce, t.salt,
      m.chain_merchant_id,
      s.onchain_id, s.signed_terms, k.period as charge_period, k.number as charge_number,
      a.from_address as authorized_by, a.valid_before as authorization_valid_before,
      a.state as authorization_state, a.obstacle, a.tx_hash as authorization_tx_hash
    from refunds r
    left join refund_authorizations a on a.refund_id = r.id
    join transactions t
      on t.id = r.transaction_id and t.merchant_id = r.merchant_id and t.mode = r.mode
    left join merchant_registrations m
      on m.deployment_id = t.deployment_id and m.merchant_id = t.merchant_id and m.mode = t.mode
    left join subscription_charges k on k.transaction_id = t.id
    left join subscriptions s on s.id = k.subscription_id`;
}

interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/**
 * One of the merchant's refunds.
 * @throws Refusal `not_found`
 */
export async function findRefund(db: Db, owner: Owner, id: string): Promise<RefundRow> {
  const [row] = await db<RefundRow[]>`
    ${selectRefunds(db)} where r.id = ${id} and ${ownedBy(db, owner, "r")}`;
  if (!row) throw notFound("refund");
  return row;
}

/**
 * Locks one of the merchant's refunds and reads it.
 * @throws Refusal `not_found`
 */
export async function lockOwnRefund(
  tx: TransactionSql,
  owner: Owner,
  id: string,
): Promise<RefundRow> {
  await tx`select from refunds where id = ${id} and ${ownedBy(tx, owner)} for no key update`;
  return findRefund(tx, owner, id);
}

/** A refund that exists. */
export async function readRefund(db: Db, id: string): Promise<RefundRow> {
  const [row] = await db<RefundRow[]>`${selectRefunds(db)} where r.id = ${id}`;
  if (!row) throw new Error(`no refund ${id}`);
  return row;
}
