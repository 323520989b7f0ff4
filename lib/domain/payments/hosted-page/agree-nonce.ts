import type { Deployment } from "@/lib/adapters/chain/chains";
import type { SignatureCount } from "@/lib/contract/payments/hosted-pay";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import { readCertainty } from "@/lib/domain/wallets/finality";
import {
  checkNoOtherAuthorization,
  FIRST_SIGNATURES,
  findSigningRequest,
  hostedNonces,
  type SigningRequestRow,
} from "./hosted-nonce";
import { authorizationPending, type ChainSource, nextNonce } from "./next-nonce";

/** Who is to sign, and until when that may be executed, in seconds. */
interface NonceRequest {
  readonly payer: Address;
  readonly validBefore: bigint;
  /** The form in which the payer was asked last, where none is named. */
  readonly signatures?: SignatureCount | undefined;
}

/** What is to be signed: the nonce, its place among the session's, and in how many messages. */
export interface AgreedNonce {
  readonly signatures: SignatureCount;
  readonly nonce: Bytes32;
  readonly counter: bigint;
}

/**
 * Decides what a payer signs for a session, and writes it down before it is asked for. The form is the one that is asked
 * for, else the one in which the payer was asked last. A nonce that differs from the last one, for any reason, its form
 * included, is given only when that one can no longer be executed at a finalised block.
 * @throws Refusal `idempotency_error` with `authorization_pending`; `session_invalid_state` with `other_wallet_pending`
 */
export async function agreeNonce(
  source: ChainSource,
  deployment: Deployment,
  row: SessionRow,
  asked: NonceRequest,
): Promise<AgreedNonce> {
  const { payer } = asked;
  const earlier = await findSigningRequest(source.db, row.id, payer);
  const signatures = asked.signatures ?? earlier?.signatures ?? FIRST_SIGNATURES;
  const nonces = hostedNonces(deployment, row, { payer, signatures });
  const counter = await nextNonce(source, nonces, {
    token: row.tokenAddress,
    payer,
    since: row.createdAt,
  });
  const nonce = nonces[counter];
  // What was passed over is spent for good.
  const dead = nonces.slice(0, counter);
  if (!nonce) throw authorizationPending();
  if (earlier && earlier.nonce !== nonce && !dead.includes(earlier.nonce)) {
    if (!(await isPast(source, earlier))) throw authorizationPending();
  }
  await checkNoOtherAuthorization(source.db, row.id, { payer, nonces: [...dead, nonce] });
  const { id: sessionId, deploymentId } = row;
  const { validBefore } = asked;
  const request = { sessionId, deploymentId, payer, signatures, nonce, validBefore };
  if (!(await noteSigningRequest(source.db, request, earlier))) throw authorizationPending();
  return { signatures, nonce, counter: BigInt(counter) };
}

/** Whether a request's time is over at the final block. */
async function isPast({ db, chain }: ChainSource, { validBefore }: SigningRequestRow) {
  const finality = await readCertainty(db, chain.id);
  return finality !== null && finality.at >= validBefore;
}

/**
 * Under the session's lock: a session that moves to another chain holds it, and sees this request or is seen by it.
 * @returns false when the payer was asked for another nonce, or longer for that of `earlier`, meanwhile; or when the
 * session has moved
 */
async function noteSigningRequest(
  db: ChainSource["db"],
  request: Omit<NonceRequest, "signatures"> &
    Pick<SigningRequestRow, "sessionId" | "signatures" | "nonce"> &
    Pick<SessionRow, "deploymentId">,
  earlier: SigningRequestRow | undefined,
): Promise<boolean> {
  const { sessionId, deploymentId, payer, signatures, nonce } = request;
  const validBefore = new Date(Number(request.validBefore) * 1_000);
  const replaces = earlier
    ? db`or (r.nonce = ${earlier.nonce} and r.valid_before = ${earlier.validBefore})`
    : db``;
  const { count } = await db`
    insert into signing_requests as r (session_id, payer, signatures, nonce, valid_before)
    select s.id, ${payer}, ${signatures}, ${nonce}, ${validBefore} from payment_sessions s
    where s.id = ${sessionId} and s.deployment_id = ${deploymentId} for share
    on conflict (session_id, payer) do update set
      signatures = excluded.signatures, nonce = excluded.nonce,
      valid_before = greatest(r.valid_before, excluded.valid_before)
    where r.nonce = excluded.nonce ${replaces}`;
  return count === 1;
}
