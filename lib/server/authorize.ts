import type { Endpoint } from "@/lib/contract/endpoint";
import { Refusal, type RefusalDetails } from "@/lib/core/errors";
import type { MerchantActor, PlatformActor } from "@/lib/domain/context";
import type { Credential } from "./authenticate";

function denied(message: string, details: RefusalDetails): Refusal {
  return new Refusal("permission_denied", message, { details });
}

/**
 * Decides whether a key may call an endpoint.
 * @throws Refusal `permission_denied` with `details.requiredScope`, or `details.reason` for a kind of
 * key that the endpoint does not take
 */
export function authorize(
  declaration: Endpoint,
  credential: Credential,
): MerchantActor | PlatformActor {
  const { scope } = declaration;
  const { kind, keyId, mode, merchantId, scopes } = credential;
  if (kind === "publishable" && !declaration.publishable) {
    throw denied("A publishable key cannot call this endpoint.", {
      reason: "secret_key_required",
      requiredScope: scope,
    });
  }
  if (kind !== "publishable" && scope && !scopes.includes(scope)) {
    throw denied(`The API key lacks the scope ${scope}.`, {
      reason: "scope_missing",
      requiredScope: scope,
    });
  }
  if (merchantId === null) {
    if (declaration.auth === "relay") return { kind: "platform", mode, keyId };
    throw denied("The platform key is for the hosted pages.", { reason: "merchant_key_required" });
  }
  const keyKind = kind === "publishable" ? "publishable" : "secret";
  return { kind: "merchant", merchantId, mode, keyId, keyKind, scopes };
}
