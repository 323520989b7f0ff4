import type { Db } from "@/db/client";
import { paymentIdOf, type SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { PaymentSettled } from "@/lib/adapters/chain/events/payment-events";
import { readSettlements } from "@/lib/adapters/chain/reads/read-settlements";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** Nodes behind one URL may be some blocks apart: one that is behind would find the range empty or wrong. */
const OVERLAP_BLOCKS = 8n;

/**
 * How far the settlements of a deployment `d` have been read, as a query: to there the database knows of
 * every payment.
 */
export function indexedTo(db: Db) {
  return db`(
    select coalesce(
      case when p.joined_at is null then p.backfilled_number else (
        select c.number from chain_cursors c where c.chain_id = p.chain_id
      ) end,
      p.start_block - 1
    )
    from deployment_contracts p where p.deployment_id = d.id and p.kind = 'processor'
  )`;
}

/**
 * Whether the payment that a session asks for is on the chain already, in blocks that the indexer has not read: an
 * account called the processor without the relay. The payment itself does not count: its used authorization shows it.
 * @param indexed the block up to which the database knows
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function isPaidDirectly(
  rpc: Rpc,
  deployment: Deployment,
  payment: SignedPayment,
  indexed: bigint,
): Promise<boolean> {
  const { merchantId, ref, token, amount } = payment;
  const settled = await readUnindexed(rpc, deployment, { merchantId, ref, indexed });
  const paying = settled.filter((other) => other.token === token && other.amount === amount);
  if (paying.length === 0) return false;
  const own = paymentIdOf(deployment, payment);
  return paying.some(({ paymentId }) => paymentId !== own);
}

/**
 * The settlements of a merchant's ref in a deployment, in blocks that the indexer has not read, and the few before them.
 * @param of `indexed` is the block up to which the database knows
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readUnindexed(
  rpc: Rpc,
  deployment: Deployment,
  { merchantId, ref, indexed }: { merchantId: bigint; ref: Bytes32; indexed: bigint },
): Promise<PaymentSettled[]> {
  const first = indexed + 1n - OVERLAP_BLOCKS;
  return readSettlements(rpc, {
    processor: addressOf(deployment, "processor"),
    registry: addressOf(deployment, "registry"),
    merchantId,
    ref,
    from: first > 0n ? first : 0n,
  });
}
