import { isAddressEqual } from "viem/utils";
import { authorizationDigest, intentIdOf } from "@/lib/adapters/chain/calls/payments";
import { recoverSigner } from "@/lib/adapters/chain/calls/signatures";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import { isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import { type PaymentFailure, paymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import { type Address, type Bytes32, checksumAddress, type Hex } from "@/lib/core/chain/hex";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";

/** A payment and the contracts that it is for. */
export interface ExaminedPayment {
  readonly deployment: Deployment;
  /** The chain's nodes, for as long as there is time. */
  readonly rpc: Rpc;
  readonly token: Token;
  readonly payment: SignedPayment;
  /** How the payer's wallet comes to be, where it may have no code yet (ERC-6492). */
  readonly creation: WalletCreation | null;
  /** How far the database knows of the payments of its session; null without one. */
  readonly indexed: bigint | null;
  /** What a person decided instead of the lists. */
  readonly screened?: Screening;
}

/** A signature that is not the payer's, of which message, and whose key made it; null where no key did. */
interface MisSigned {
  readonly param: "authSignature" | "intentSignature";
  readonly message: "ReceiveWithAuthorization" | "PaymentIntent";
  readonly recovered: Address | null;
}

type RefusalText = readonly [reason: ApiReason, param: string, message: string];

const refusals: Partial<Record<PaymentFailure, RefusalText>> = {
  nonce_used: ["nonce_used", "auth.nonce", "The authorization was used or cancelled on chain."],
  expired: ["expired", "auth.validBefore", "The authorization is expired."],
  not_yet_valid: ["not_yet_valid", "auth.validAfter", "The authorization is not valid yet."],
  insufficient_balance: [
    "insufficient_balance",
    "auth.amount",
    "The payer does not hold the amount.",
  ],
};
/** Causes that may hide a wrong signature. */
const unclear: readonly PaymentFailure[] = ["signature_invalid", "reverted", "out_of_gas"];

/**
 * Refuses a payment whose simulated settlement reverted, naming the field that is to blame.
 * @param data what it reverted with
 * @throws Refusal `invalid_request`, always
 */
export async function refuseSettlement(examined: ExaminedPayment, data: Hex): Promise<never> {
  const cause = paymentFailure(data);
  if (unclear.includes(cause)) {
    const found = await misSigned(examined);
    if (found) throw refuseSignature(found);
    if (cause === "signature_invalid") throw refuseSignature(byCode(examined));
  }
  const known = refusals[cause];
  if (known) {
    const [reason, param, message] = known;
    throw invalidRequest(param, message, { reason });
  }
  if (cause === "address_blocked" && (await isPayerBlocked(examined))) {
    throw invalidRequest("auth.from", "This payer cannot be served.", { reason: "payer_blocked" });
  }
  throw invalidRequest("auth", "The chain refuses the payment.", {
    reason: "simulation_failed",
    cause,
  });
}

/** Refuses a signature that is not the payer's: it tells whose it is, if the message was this one. */
export function refuseSignature({ param, message, recovered }: MisSigned): Refusal {
  return invalidRequest(param, "This is not the payer's signature of what the request says.", {
    reason: "signature_invalid",
    message,
    recovered: recovered && checksumAddress(recovered),
  });
}

/** The payer's key signed, and the payer's code refuses it. */
const byCode = ({ payment }: ExaminedPayment): MisSigned => ({
  param: "authSignature",
  message: "ReceiveWithAuthorization",
  recovered: payment.payer,
});

/** Which signature was not made with the payer's own key; null when each was. */
export async function misSigned({
  deployment,
  token,
  payment,
}: ExaminedPayment): Promise<MisSigned | null> {
  const { payer, authSignature } = payment;
  const authorization = authorizationDigest(deployment, token, payment);
  const authorizer = await otherSigner(payer, authorization, authSignature);
  if (authorizer) {
    return { param: "authSignature", message: "ReceiveWithAuthorization", ...authorizer };
  }
  if (payment.signatures === 1) return null;
  const intent = intentIdOf(deployment, payment);
  const signer = await otherSigner(payer, intent, payment.intentSignature);
  return signer && { param: "intentSignature", message: "PaymentIntent", ...signer };
}

/** @returns null where it is the payer's own key's signature */
async function otherSigner(
  payer: Address,
  digest: Bytes32,
  signature: Hex,
): Promise<Pick<MisSigned, "recovered"> | null> {
  const recovered = await recoverSigner(digest, signature);
  return recovered !== null && isAddressEqual(recovered, payer) ? null : { recovered };
}

/** The text does not say which of the accounts is blocked. Without an answer, the payer is not blamed. */
async function isPayerBlocked({ rpc, payment }: ExaminedPayment): Promise<boolean> {
  return isBlacklisted(rpc, payment.token, payment.payer).catch(() => false);
}
