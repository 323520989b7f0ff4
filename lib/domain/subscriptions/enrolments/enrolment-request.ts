import { createHash } from "node:crypto";
import type { SubscriptionTerms } from "@/lib/adapters/chain/calls/subscription-terms";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { InputOf } from "@/lib/contract/endpoint";
import type { relaySubscription } from "@/lib/contract/payments/relay";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { RequestOwner } from "@/lib/domain/payments/intake/payment-request";
import type { MerchantActor, PlatformActor } from "@/lib/domain/platform/context";
import { readSignatures } from "@/lib/domain/wallets/creations/read-signatures";

export type RelaySubscriptionInput = InputOf<typeof relaySubscription>;

/** What a request says of the terms: the registry is the deployment's, and neither reference nor permit's nonce is in it. */
export type GivenTerms = Omit<SubscriptionTerms, "registry" | "ref" | "permitNonce">;

/** A request to enrol a payer in one form: however it was written, equal requests are equal here. */
export interface EnrolmentRequest {
  readonly owner: RequestOwner;
  readonly idempotencyKey: string;
  /** `plan_…`, or `sub_…` of a pending subscription. */
  readonly internalId: string | undefined;
  readonly chainId: number | undefined;
  readonly registry: Address | undefined;
  readonly terms: GivenTerms;
  readonly permitSignature: Hex;
  readonly intentSignature: Hex;
  /** How the payer's wallet comes to be, where it may have no code yet (ERC-6492). */
  readonly creation: WalletCreation | null;
  /** The first half of a SHA-256 of all of it but the key, and but the creation, which claims nothing. */
  readonly hash: Hex;
}

/**
 * Brings a request into its one form: signatures as bytes with v of 27 or 28, numbers as numbers.
 * @throws Refusal `invalid_request`: the platform key names no plan, or a signature is malformed
 */
export function enrolmentRequest(
  actor: MerchantActor | PlatformActor,
  input: RelaySubscriptionInput,
): EnrolmentRequest {
  const { subscriptionInternalId: internalId, chainId, registry, permitData } = input;
  if (actor.kind === "platform" && internalId === undefined) {
    throw invalidRequest("subscriptionInternalId", "The platform key can relay only for a plan.", {
      reason: "payment_session_required",
    });
  }
  const terms: GivenTerms = {
    payer: permitData.owner,
    merchantId: input.merchantId,
    token: input.token,
    amount: input.amount,
    interval: BigInt(input.interval),
    startAt: input.startAt,
    endAt: input.endAt,
    permitValue: permitData.value,
    permitDeadline: permitData.deadline,
  };
  const { signatures, creation } = readSignatures({
    permitSignature: input.permitSignature,
    intentSignature: input.intentSignature,
  });
  const { permitSignature, intentSignature } = signatures;
  const { payer, merchantId, token, amount, interval, startAt, endAt } = terms;
  const { permitValue, permitDeadline } = terms;
  const signed = [payer, merchantId, token, amount, interval, startAt, endAt, permitValue];
  const text = JSON.stringify([
    "subscription",
    internalId ?? null,
    ...[...signed, permitDeadline, permitSignature, intentSignature].map(String),
    ...(chainId === undefined ? [] : [chainId]),
    ...(registry === undefined ? [] : [registry]),
  ]);
  return {
    owner:
      actor.kind === "platform"
        ? { origin: "hosted", mode: actor.mode }
        : { origin: "api", mode: actor.mode, merchantId: actor.merchantId },
    idempotencyKey: input.idempotencyKey,
    internalId,
    chainId,
    registry,
    terms,
    permitSignature,
    intentSignature,
    creation,
    hash: `0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`,
  };
}
