import { size } from "viem/utils";
import { signaturesIn } from "@/lib/adapters/chain/calls/payment-calls";
import { LONGEST_SIGNATURE, termsNonce } from "@/lib/adapters/chain/calls/payments";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { type Deployment, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import type { Env } from "@/lib/adapters/env/env";
import { toDecimal } from "@/lib/core/amounts/money";
import { invalidRequest, invalidState, notFound, type Refusal } from "@/lib/core/errors";
import { requireActive } from "@/lib/domain/merchants/refuse-inactive";
import { refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import type { KnownRequest, RequestedSession, TakenAuthorization } from "./find-request";
import type { PaymentRequest } from "./payment-request";

/** More than any token can hold, and than a batch's item can carry. */
const MAX_RELAYED_AMOUNT = 2n ** 128n - 1n;

/**
 * Checks all of a request that needs no chain: that its authorization is new, that it pays what its
 * session asks for, and that the session can be paid.
 * @returns the token that is paid with
 * @throws Refusal `invalid_request` with `nonce_used`, `merchant_mismatch`, `token_unsupported`,
 * `ref_mismatch`, `amount_mismatch`, `below_relay_minimum`, `insufficient_balance`, `signature_invalid`
 * @throws Refusal `session_invalid_state`: closed, due, or being paid
 * @throws Refusal `permission_denied`: no session, and the merchant may open no money flow
 */
export function checkRequest(
  config: Pick<Env, "RELAY_MIN_AMOUNT">,
  deployment: Deployment,
  request: PaymentRequest,
  known: KnownRequest,
): Token {
  const { payment, sessionId } = request;
  if (sessionId !== undefined && known.session === null) throw notFound("payment session");
  checkAuthorizationIsNew(request, known);
  if (payment.merchantId !== known.chainMerchantId) {
    throw invalidRequest("merchantId", "This is not the merchant's id in the registry.", {
      reason: "merchant_mismatch",
    });
  }
  const token = tokenAt(deployment, payment.token);
  if (!token) {
    throw invalidRequest("token", "Stipend does not accept this token on this chain.", {
      reason: "token_unsupported",
    });
  }
  if (known.session) checkSession(request, known.session);
  else requireActive(known.merchantStatus, known.accountStatus);
  checkAmount(config, payment.amount);
  checkSalt(deployment, payment);
  checkSignatureForm(payment);
  return token;
}

function checkAuthorizationIsNew(request: PaymentRequest, { taken, merchantId }: KnownRequest) {
  if (taken) throw authorizationTaken(request, merchantId, taken);
}

/** The refusal of an authorization that is with us already: it names its key to the key's own owner alone. */
export function authorizationTaken(
  { owner }: PaymentRequest,
  merchantId: string,
  taken: TakenAuthorization,
): Refusal {
  const own = taken.merchantId === merchantId && taken.mode === owner.mode;
  return invalidRequest("auth.nonce", "This authorization was already submitted.", {
    reason: "nonce_used",
    ...(own ? { idempotencyKey: taken.key } : {}),
  });
}

function checkSession({ payment }: PaymentRequest, session: RequestedSession): void {
  if (payment.token !== session.tokenAddress) {
    throw invalidRequest("token", "The session asks for another token.", {
      reason: "token_unsupported",
    });
  }
  if (payment.ref !== session.ref) {
    throw invalidRequest("ref", "This is not the session's ref.", { reason: "ref_mismatch" });
  }
  if (payment.amount !== session.amount) {
    throw invalidRequest("auth.amount", `The session asks for ${session.amount}.`, {
      reason: "amount_mismatch",
    });
  }
  checkPayable(session);
}

/**
 * Checks that a session waits for a payment.
 * @throws Refusal `session_invalid_state`
 */
export function checkPayable(session: Pick<RequestedSession, "status" | "due" | "inFlight">): void {
  const { status, due, inFlight } = session;
  if (status !== "pending") {
    throw invalidState(`The session is ${status}.`, {
      currentStatus: status,
      reason: "not_payable",
    });
  }
  if (inFlight) throw refuseBeingPaid(status);
  if (due) {
    throw invalidState("The session is expired.", {
      currentStatus: "expired",
      reason: "not_payable",
    });
  }
}

function checkAmount({ RELAY_MIN_AMOUNT }: Pick<Env, "RELAY_MIN_AMOUNT">, amount: bigint): void {
  const least = RELAY_MIN_AMOUNT > 1 ? BigInt(RELAY_MIN_AMOUNT) : 1n;
  if (amount < least) {
    throw invalidRequest("auth.amount", `The relay takes ${toDecimal(least)} or more.`, {
      reason: "below_relay_minimum",
    });
  }
  if (amount > MAX_RELAYED_AMOUNT) {
    throw invalidRequest("auth.amount", "No account holds that much.", {
      reason: "insufficient_balance",
    });
  }
}

/** With one signature all that is paid for must be in the nonce: no other signature binds it. */
function checkSalt(deployment: Deployment, payment: SignedPayment): void {
  if (payment.signatures !== 1) return;
  const expected = termsNonce(deployment, payment);
  if (payment.nonce === expected) return;
  throw invalidRequest("auth.nonce", "This is not the digest of the terms with this salt.", {
    reason: "signature_invalid",
    message: "PaymentTerms",
    expectedNonce: expected,
  });
}

function checkSignatureForm(payment: SignedPayment): void {
  for (const [index, signature] of signaturesIn(payment).entries()) {
    const param = index === 0 ? "authSignature" : "intentSignature";
    if (size(signature) > LONGEST_SIGNATURE) {
      throw invalidRequest(param, `A signature can have at most ${LONGEST_SIGNATURE} bytes.`, {
        reason: "signature_invalid",
      });
    }
  }
}
