import { transaction } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { lockEndpoint } from "./endpoint-rows";
import { newSigningSecret, sealSigningSecret } from "./signing-secret";
import { type EndpointWithSecret, viewEndpoint } from "./view";

/**
 * Replaces an endpoint's signing secret and shows the new one, this once. Every attempt from now on
 * is signed with it, pending retries too.
 * @throws Refusal `not_found`
 */
export async function rotateWebhookSecret(
  { db, actor, config }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointWithSecret> {
  return transaction(db, async (tx) => {
    const row = await lockEndpoint(tx, actor, id);
    const secret = newSigningSecret();
    const [changed] = await tx<{ updatedAt: Date }[]>`
      update webhook_endpoints
      set secret_sealed = ${sealSigningSecret(config, id, secret)}, updated_at = now()
      where id = ${id} returning updated_at`;
    return { ...viewEndpoint({ ...row, ...changed }), secret };
  });
}
