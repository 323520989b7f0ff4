import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { isEcdsaSignature } from "@/lib/adapters/chain/calls/signatures";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import {
  encodeSubscribe,
  encodeSubscribeSigned,
  readSubscriptionState,
  type SignedEnrolment,
} from "@/lib/adapters/chain/calls/subscription-calls";
import { subscriptionIdOf } from "@/lib/adapters/chain/calls/subscription-terms";
import { tryAfterCreation, type WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { isBlacklisted, permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type EnrolmentFailure, enrolmentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState, type Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import type { Context } from "@/lib/domain/platform/context";
import { notCreated } from "@/lib/domain/wallets/creations/refuse-creation";

/** Gas of an enrolment with its first charge, and what a wallet's own code (ERC-1271) may use twice besides. */
const SUBSCRIBE_GAS = 600_000n;
const CONTRACT_PAYER_GAS = 1_000_000n;

/** The call that enrols a payer, before it has a nonce. */
export interface EnrolmentCall {
  readonly kind: "subscribe" | "subscribe_signed";
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
}

/** An account with code, or a signature that is not a key's, goes through `subscribeSigned`. */
export function enrolmentCall(
  deployment: Deployment,
  enrolment: SignedEnrolment,
  payerHasCode: boolean,
): EnrolmentCall {
  const to = addressOf(deployment, "subscriptions");
  const signatures = [enrolment.permitSignature, enrolment.intentSignature];
  if (!payerHasCode && signatures.every(isEcdsaSignature)) {
    return { kind: "subscribe", to, data: encodeSubscribe(enrolment), gas: SUBSCRIBE_GAS };
  }
  const gas = SUBSCRIBE_GAS + CONTRACT_PAYER_GAS;
  return { kind: "subscribe_signed", to, data: encodeSubscribeSigned(enrolment), gas };
}

type RefusalText = readonly [reason: ApiReason, param: string, message: string];

const refusals: Partial<Record<EnrolmentFailure, RefusalText>> = {
  permit_too_low: ["permit_too_low", "permitData.value", "The allowance is below the cap."],
  signature_invalid: [
    "signature_invalid",
    "intentSignature",
    "This is not the payer's signature of what the request says.",
  ],
  expired: ["expired", "permitData.deadline", "The permit is expired."],
  insufficient_balance: [
    "insufficient_balance",
    "amount",
    "The payer does not hold the first charge.",
  ],
  address_blocked: ["payer_blocked", "permitData.owner", "This payer cannot be served."],
  too_many_subscriptions: [
    "too_many_subscriptions",
    "permitData.owner",
    "The payer has reached the maximum number of subscriptions in the token.",
  ],
};

/**
 * Simulates an enrolment on the newest block.
 * @param by.creation how the payer's wallet is created first; null where it need not be
 * @returns false where no node answered
 * @throws Refusal the chain would refuse it
 */
export async function simulateEnrolment(
  config: Context["config"],
  deployment: Deployment,
  rpc: Rpc,
  enrolment: SignedEnrolment,
  { payerHasCode, creation }: { payerHasCode: boolean; creation: WalletCreation | null },
): Promise<boolean> {
  const { to, data, gas } = enrolmentCall(deployment, enrolment, payerHasCode || creation !== null);
  const from = relayersOf(config)[0]?.address ?? zeroAddress;
  const call = { from, to, data, gas };
  const wallet = enrolment.terms.payer;
  try {
    const simulation = creation
      ? await tryAfterCreation(rpc, { wallet, creation }, call)
      : await simulateCall(rpc, call);
    if (simulation === "not_created") throw notCreated("permitSignature");
    if (!simulation.reverted) return true;
    throw await enrolmentRefusal(deployment, rpc, enrolment, enrolmentFailure(simulation.data));
  } catch (error) {
    if (isChainTrouble(error)) return false;
    throw error;
  }
}

/** @param current the nonce that the payer's next permit must have */
export function permitNonceStale(current: bigint): Refusal {
  return invalidRequest("permitSignature", "The permit's nonce is used: sign again.", {
    reason: "permit_nonce_stale",
    currentNonce: current.toString(),
  });
}

const permitRefused = () =>
  invalidRequest("permitSignature", "The token does not accept the permit's signature.", {
    reason: "signature_invalid",
  });

/**
 * The contract says `AlreadyEnrolled` of this intent, and also where another intent was enrolled with the permit's
 * nonce: then the payer does not subscribe yet, and must sign again.
 */
async function enrolmentRefusal(
  deployment: Deployment,
  rpc: Rpc,
  { terms }: SignedEnrolment,
  cause: EnrolmentFailure,
): Promise<Refusal> {
  if (cause === "address_blocked" && !(await isPayerBlocked(rpc, terms))) {
    return chainRefusal(cause);
  }
  if (cause !== "already_enrolled" && cause !== "permit_nonce_stale") return refusalOf(cause);
  const [stored, current] = await Promise.all([
    readSubscriptionState(rpc, deployment, subscriptionIdOf(deployment, terms)),
    permitNonceOf(rpc, terms.token, terms.payer),
  ]);
  const isOwn = cause === "already_enrolled" && stored.payer !== zeroAddress;
  if (isOwn) return refusalOf(cause);
  // The nonce is still the permit's: the token did not take its signature.
  return current === terms.permitNonce ? permitRefused() : permitNonceStale(current);
}

function refusalOf(cause: EnrolmentFailure): Refusal {
  if (cause === "already_subscribed" || cause === "already_enrolled") {
    return invalidState("The payer is already subscribed.", { reason: "already_subscribed" });
  }
  const known = refusals[cause];
  if (known) {
    const [reason, param, message] = known;
    return invalidRequest(param, message, { reason });
  }
  return chainRefusal(cause);
}

const chainRefusal = (cause: EnrolmentFailure) =>
  invalidRequest("permitData", "The chain refuses the enrolment.", {
    reason: "simulation_failed",
    cause,
  });

/** The text does not say which of the accounts is blocked. Without an answer, the payer is not blamed. */
async function isPayerBlocked(
  rpc: Rpc,
  { token, payer }: SignedEnrolment["terms"],
): Promise<boolean> {
  return isBlacklisted(rpc, token, payer).catch(() => false);
}
