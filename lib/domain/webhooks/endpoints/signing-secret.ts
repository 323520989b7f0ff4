import { randomBytes } from "node:crypto";
import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";

const PURPOSE = "webhook-secret";
const SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** A secret as its endpoint's row holds it; in another row it does not open. */
export function sealSigningSecret(keys: SealingKeys, endpointId: string, secret: string): string {
  return seal(keys, PURPOSE, endpointId, secret);
}

/** The secret of an endpoint's row. */
export function openSigningSecret(
  keys: SealingKeys,
  { id, secretSealed }: { id: string; secretSealed: string },
): string {
  return unseal(keys, PURPOSE, id, secretSealed);
}
