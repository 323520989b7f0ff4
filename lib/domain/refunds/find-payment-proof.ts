import { deploymentById } from "@/lib/adapters/chain/chains";
import { type PaymentProof, provenId } from "@/lib/adapters/chain/reads/payment-proof";
import { readPaymentProof } from "@/lib/adapters/chain/reads/read-payment-proof";
import { digits } from "@/lib/core/amounts/money";
import { type Address, type Bytes32, type Hex, refOf } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** Whose payment. */
export interface PaymentName {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly transactionId: string;
}

interface Row {
  deploymentId: string;
  chainMerchantId: bigint;
  token: Address;
  payer: Address;
  amount: bigint;
  ref: Bytes32 | null;
  sessionId: string | null;
  paymentId: Bytes32 | null;
  txHash: Bytes32;
  intentSignature: Hex | null;
  nonce: Bytes32 | null;
  salt: bigint | null;
}

/**
 * What proves a payment to the refunds contract: as it is stored, or read from the transaction that settled it and
 * stored then. Asks the chain, so call it outside a transaction.
 * @returns null where nothing proves it: such a payment is refunded by a plain transfer
 * @throws RpcError, RpcUnavailable
 */
export async function findPaymentProof(
  { db, chains }: Pick<Context, "db" | "chains">,
  { merchantId, mode, transactionId }: PaymentName,
): Promise<PaymentProof | null> {
  const [row] = await db<Row[]>`
    select t.deployment_id, m.chain_merchant_id, t.token_address as token, t.from_address as payer,
      t.amount, t.ref, t.session_id, t.payment_id, t.tx_hash, t.intent_signature,
      coalesce(t.intent_nonce, s.auth_nonce) as nonce, t.salt
    from transactions t
    join merchant_registrations m
      on m.deployment_id = t.deployment_id and m.merchant_id = t.merchant_id and m.mode = t.mode
    left join relay_submissions s on s.deployment_id = t.deployment_id
      and s.payment_id = t.payment_id and t.intent_nonce is null and s.salt is null
    where t.id = ${transactionId} and t.merchant_id = ${merchantId} and t.mode = ${mode}
    limit 1`;
  if (!row?.paymentId) return null;
  const deployment = deploymentById(chains, row.deploymentId);
  const stored = storedProof(row);
  if (stored && provenId(deployment, stored) === row.paymentId) return stored;
  const { txHash, paymentId } = row;
  const proof = await readPaymentProof(deployment, { txHash, paymentId });
  if (proof) await keepProof(db, { merchantId, mode, transactionId }, proof);
  return proof;
}

/** What is stored of a payment's terms and of what proves them. */
export type ProofRow = Pick<
  Row,
  "token" | "payer" | "amount" | "ref" | "sessionId" | "intentSignature" | "nonce" | "salt"
> & { chainMerchantId: bigint | null };

/** The stored proof of a payment; null where it is not all there. */
export function storedProof(row: ProofRow): PaymentProof | null {
  const { chainMerchantId, token, payer, amount, intentSignature, nonce, salt } = row;
  const ref = row.ref ?? (row.sessionId && refOf(row.sessionId));
  if (!ref || chainMerchantId === null) return null;
  const agreed = { merchantId: chainMerchantId, token, payer, amount, ref };
  if (salt !== null) return { signatures: 1, ...agreed, salt };
  if (!intentSignature || !nonce) return null;
  return { signatures: 2, ...agreed, nonce, intentSignature };
}

async function keepProof(
  db: Context["db"],
  { merchantId, mode, transactionId }: PaymentName,
  proof: PaymentProof,
): Promise<void> {
  const kept =
    proof.signatures === 1
      ? { intentSignature: null, intentNonce: null, salt: proof.salt }
      : { intentSignature: proof.intentSignature, intentNonce: proof.nonce, salt: null };
  const salt = kept.salt === null ? null : digits(kept.salt);
  await db`
    update transactions set intent_signature = ${kept.intentSignature},
      intent_nonce = ${kept.intentNonce}, salt = ${salt}
    where id = ${transactionId} and merchant_id = ${merchantId} and mode = ${mode}`;
}
