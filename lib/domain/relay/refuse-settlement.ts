import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import type { SignedPayment } from "@/lib/adapters/chain/payment-calls";
import { authorizationDigest, paymentIdOf } from "@/lib/adapters/chain/payments";
import { type PaymentFailure, paymentFailure } from "@/lib/adapters/chain/revert-reason";
import { isSignedBy } from "@/lib/adapters/chain/signatures";
import { isBlacklisted } from "@/lib/adapters/chain/tokens";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { Hex } from "@/lib/core/hex";

/** A payment and the contracts that it is for. */
export interface Examined {
  readonly deployment: Deployment;
  readonly token: Token;
  readonly payment: SignedPayment;
}

type SignatureField = "authSignature" | "intentSignature";

const refusals: Partial<Record<PaymentFailure, readonly [param: string, message: string]>> = {
  nonce_used: ["auth.nonce", "The authorization was used or cancelled on chain."],
  expired: ["auth.validBefore", "The authorization is expired."],
  not_yet_valid: ["auth.validAfter", "The authorization is not valid yet."],
  insufficient_balance: ["auth.amount", "The payer does not hold the amount."],
};
/** Causes that may hide a wrong signature. */
const unclear: readonly PaymentFailure[] = ["signature_invalid", "reverted", "out_of_gas"];

/**
 * Refuses a payment whose simulated settlement reverted, naming the field that is to blame.
 * @param data what it reverted with
 * @throws Refusal `invalid_request`, always
 */
export async function refuseSettlement(examined: Examined, data: Hex): Promise<never> {
  const cause = paymentFailure(data);
  if (unclear.includes(cause)) {
    const param = await misSigned(examined);
    if (param !== null || cause === "signature_invalid") {
      throw refuseSignature(param ?? "authSignature");
    }
  }
  const known = refusals[cause];
  if (known) throw invalidRequest(known[0], known[1], { reason: cause });
  if (cause === "address_blocked" && (await isPayerBlocked(examined))) {
    throw invalidRequest("auth.from", "This payer cannot be served.", { reason: "payer_blocked" });
  }
  throw invalidRequest("auth", "The chain refuses the payment.", {
    reason: "simulation_failed",
    cause,
  });
}

/** Refuses a signature that is not the payer's. */
export function refuseSignature(param: SignatureField): Refusal {
  return invalidRequest(param, "This is not the payer's signature of what the request says.", {
    reason: "signature_invalid",
  });
}

/** Which signature was not made with the payer's own key; null when both were. */
export async function misSigned({
  deployment,
  token,
  payment,
}: Examined): Promise<SignatureField | null> {
  const { payer, authSignature, intentSignature } = payment;
  const authorization = authorizationDigest(deployment, token, payment);
  if (!(await isSignedBy(payer, authorization, authSignature))) return "authSignature";
  const intent = paymentIdOf(deployment, payment);
  return (await isSignedBy(payer, intent, intentSignature)) ? null : "intentSignature";
}

/** The text does not say which of the accounts is blocked. When nobody answers it is not the payer's fault. */
async function isPayerBlocked({ deployment, payment }: Examined): Promise<boolean> {
  return isBlacklisted(deployment.chain.rpc, payment.token, payment.payer).catch(() => false);
}
