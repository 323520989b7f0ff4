import { z } from "zod";
import { intentIdOf, termsNonce } from "@/lib/adapters/chain/calls/payments";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

interface AgreedPayment {
  /** The merchant's id in the deployment's registry. */
  readonly merchantId: bigint;
  readonly token: Address;
  readonly payer: Address;
  /** Gross, in the token's smallest unit. */
  readonly amount: bigint;
  readonly ref: Bytes32;
}

/** The payer's signature of the intent, with the nonce that the intent names. */
export interface IntentProof extends AgreedPayment {
  readonly signatures: 2;
  readonly nonce: Bytes32;
  readonly intentSignature: Hex;
}

/** Terms whose digest is a nonce of the payer's, which is used. */
export interface TermsProof extends AgreedPayment {
  readonly signatures: 1;
  readonly salt: bigint;
}

/** What the payer of a payment agreed to, and what shows it: a refund brings it to the contract. */
export type PaymentProof = IntentProof | TermsProof;

/** The id of the payment that a proof is of. */
export function provenId(deployment: Deployment, proof: PaymentProof): Bytes32 {
  return proof.signatures === 1 ? termsNonce(deployment, proof) : intentIdOf(deployment, proof);
}

/** How many places of one call that look like a function's are read. */
const MOST_PLACES = 256;

const transaction = z
  .object({ input: z.custom<Hex>((value) => /^0x(?:[0-9a-fA-F]{2})*$/.test(String(value))) })
  .nullable();

/**
 * Reads the data that a transaction called with.
 * @returns null when the node does not know the transaction
 * @throws RpcError, RpcUnavailable
 */
export async function readCallData(rpc: Rpc, txHash: Bytes32): Promise<Hex | null> {
  const method = "eth_getTransactionByHash";
  const parsed = transaction.safeParse(await rpc.request({ method, params: [txHash] }));
  if (!parsed.success) throw new RpcUnavailable(`${method}: a malformed answer`);
  return parsed.data && lowerHex(parsed.data.input);
}

/**
 * Finds what may be calls of functions, from their selectors to the end of the data, in its order: a contract may have
 * been called by another one, such as a wallet with code.
 * @param selectors without 0x
 */
export function callsIn(data: Hex, selectors: readonly string[]): Hex[] {
  const text = data.slice(2);
  const places = selectors.flatMap((selector) => {
    const found: number[] = [];
    for (let at = text.indexOf(selector); at >= 0; at = text.indexOf(selector, at + 1)) {
      if (at % 2 === 0) found.push(at);
      if (found.length === MOST_PLACES) break;
    }
    return found;
  });
  return places.sort((a, b) => a - b).map((at): Hex => `0x${text.slice(at)}`);
}
