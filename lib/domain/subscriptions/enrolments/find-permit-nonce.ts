import { isSignedBy, recoverSigner } from "@/lib/adapters/chain/calls/signatures";
import {
  permitDigest,
  type SubscriptionTerms,
  subscriptionIdOf,
} from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import { type Bytes32, checksumAddress, type Hex } from "@/lib/core/chain/hex";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { EnrolmentRequest } from "./enrolment-request";
import type { KnownEnrolment } from "./find-enrolment";
import { permitNonceStale } from "./simulate-enrolment";

/** An enrolment and the contracts that it is for. */
export interface EnrolmentQuery {
  readonly deployment: Deployment;
  readonly token: Token;
  /** The chain's nodes, for as long as there is time. */
  readonly rpc: Rpc;
  readonly request: EnrolmentRequest;
  readonly known: Pick<KnownEnrolment, "plan" | "earlier">;
  /** What a person has decided of the payer, in place of what the lists say. */
  readonly screened?: Screening | undefined;
}

/** How many used nonces are tried before a signature counts as invalid. */
const OLDER_NONCES = 8n;
/** Without the chain so many nonces are tried, from the first. */
const GUESSED_NONCES = 64n;

/**
 * The permit's nonce that the payer's intent names: the token's current one, or the one before it, where the permit
 * was used already. What a payer's own code is to verify cannot be told from here: it is taken for the current one,
 * and the simulation judges.
 * @throws Refusal `invalid_request` with `permit_nonce_stale` or `signature_invalid`
 */
export async function findPermitNonce(
  asked: EnrolmentQuery,
  ref: Bytes32,
  { current, payerHasCode }: { current: bigint; payerHasCode: boolean },
): Promise<bigint> {
  for (const nonce of [current, current - 1n]) {
    if (nonce < 0n || !(await signsIntent(asked, ref, nonce))) continue;
    if (nonce < current || (await signsPermit(asked, ref, nonce)) || payerHasCode) return nonce;
    const digest = permitDigest(asked.deployment, asked.token, termsOf(asked, ref, nonce));
    throw await misSigned("permitSignature", digest, asked.request.permitSignature);
  }
  if (payerHasCode) return current;
  for (let nonce = current - 2n; nonce >= 0n && nonce >= current - OLDER_NONCES; nonce -= 1n) {
    if (!(await signsIntent(asked, ref, nonce))) continue;
    throw permitNonceStale(current);
  }
  const digest = subscriptionIdOf(asked.deployment, termsOf(asked, ref, current));
  throw await misSigned("intentSignature", digest, asked.request.intentSignature);
}

/** The nonce that the payer's own key has signed for, where the chain does not answer; null where none is found. */
export async function guessPermitNonce(
  asked: EnrolmentQuery,
  ref: Bytes32,
): Promise<bigint | null> {
  for (let nonce = 0n; nonce < GUESSED_NONCES; nonce += 1n) {
    if (!(await signsIntent(asked, ref, nonce))) continue;
    return (await signsPermit(asked, ref, nonce)) ? nonce : null;
  }
  return null;
}

/** What the payer must have signed. */
export function termsOf(
  { deployment, request }: EnrolmentQuery,
  ref: Bytes32,
  permitNonce: bigint,
): SubscriptionTerms {
  return { ...request.terms, registry: addressOf(deployment, "registry"), ref, permitNonce };
}

function signsIntent(asked: EnrolmentQuery, ref: Bytes32, nonce: bigint): Promise<boolean> {
  const { payer } = asked.request.terms;
  const digest = subscriptionIdOf(asked.deployment, termsOf(asked, ref, nonce));
  return isSignedBy(payer, digest, asked.request.intentSignature);
}

function signsPermit(asked: EnrolmentQuery, ref: Bytes32, nonce: bigint): Promise<boolean> {
  const { payer } = asked.request.terms;
  const digest = permitDigest(asked.deployment, asked.token, termsOf(asked, ref, nonce));
  return isSignedBy(payer, digest, asked.request.permitSignature);
}

const messages = { permitSignature: "Permit", intentSignature: "SubscriptionIntent" } as const;

/** It tells whose signature it is, if the message was this one. */
async function misSigned(
  param: keyof typeof messages,
  digest: Bytes32,
  signature: Hex,
): Promise<Refusal> {
  const recovered = await recoverSigner(digest, signature);
  return invalidRequest(param, "This is not the payer's signature of what the request says.", {
    reason: "signature_invalid",
    message: messages[param],
    recovered: recovered && checksumAddress(recovered),
  });
}
