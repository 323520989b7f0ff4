import { encodePacked, keccak256 } from "viem/utils";
import type { Db } from "@/db/client";
import type { signingRequests } from "@/db/schema/signing-requests";
import { termsNonce } from "@/lib/adapters/chain/calls/payments";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { SignatureCount } from "@/lib/contract/payments/hosted-pay";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { invalidState } from "@/lib/core/errors";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import { authorizationPending } from "./next-nonce";

export type SigningRequestRow = typeof signingRequests.$inferSelect;

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

/**
 * Refuses to ask for, or to relay, an authorization of a session beside another one that may still be
 * executed: refused before it was broadcast, and not past its time at the block up to which the chain was read twice.
 * @param ours whose authorization it is, and the nonces that do not count as others
 * @throws Refusal `session_invalid_state` with `other_wallet_pending`, or `idempotency_error` with `authorization_pending`
 * where the other one is of the same payer
 */
export async function checkNoOtherAuthorization(
  db: Db,
  sessionId: string,
  { payer, nonces }: { payer: Address; nonces: readonly Bytes32[] },
): Promise<void> {
  const [other] = await db<{ isPayers: boolean }[]>`
    select s.payer = ${payer} as is_payers
    from relay_submissions s left join chain_cursors c on c.chain_id = s.chain_id
    where s.session_id = ${sessionId} and s.state = 'rejected'
      and s.failure_code is distinct from 'authorization_consumed'
      and (c.reread_at is null or s.valid_before > extract(epoch from c.reread_at))
      and not (s.payer = ${payer} and s.auth_nonce in ${db(nonces)})
    order by is_payers limit 1`;
  if (!other) return;
  if (other.isPayers) throw authorizationPending();
  throw invalidState("An authorization of another wallet is still valid.", {
    reason: "other_wallet_pending",
  });
}

/** What a payer was asked to sign for a session before. */
export async function findSigningRequest(
  db: Db,
  sessionId: string,
  payer: Address,
): Promise<SigningRequestRow | undefined> {
  const [row] = await db<SigningRequestRow[]>`
    select * from signing_requests where session_id = ${sessionId} and payer = ${payer}`;
  return row;
}
