import { encodePacked, keccak256 } from "viem/utils";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { termsNonce } from "@/lib/adapters/chain/payments";
import type { SignatureCount } from "@/lib/contract/hosted-pay";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { SessionRow } from "@/lib/domain/payment-sessions/session-rows";

/** A payer who cancels its authorization this often at one session is not helped by another one. */
const nonceLimit = 8;

/** How many messages a payer is asked to sign who was not asked before. */
export const FIRST_SIGNATURES: SignatureCount = 1;

/**
 * The EIP-3009 nonces of a payer for a session, in the order in which they are used. A repeated signature
 * has the same nonce, so that however often the payer signs, the money can move once. With one signature
 * the place in this order is the salt, and the nonce the digest of the payment's terms.
 */
export function hostedNonces(
  deployment: Deployment,
  row: SessionRow,
  { payer, signatures }: { payer: Address; signatures: SignatureCount },
): Bytes32[] {
  const { chainMerchantId: merchantId, tokenAddress: token, amount, ref } = row;
  const counters = Array.from({ length: nonceLimit }, (_, counter) => BigInt(counter));
  if (signatures === 1) {
    const terms = { payer, merchantId, token, amount, ref };
    return counters.map((salt) => termsNonce(deployment, { ...terms, salt }));
  }
  return counters.map((counter) =>
    keccak256(encodePacked(["string", "address", "uint256"], [row.id, payer, counter])),
  );
}
