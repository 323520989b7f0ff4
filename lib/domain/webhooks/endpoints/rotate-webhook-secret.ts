import { type TransactionSql, transaction } from "@/db/client";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockKeyMaking } from "@/lib/domain/platform/key-making";
import { secretRotatedMail } from "./endpoint-mails";
import { changersOf, type EndpointRow, lockEndpoint } from "./endpoint-rows";
import { recordEndpointChange } from "./record-endpoint-change";
import { newSigningSecret, sealSigningSecret } from "./signing-secret";
import { type EndpointWithSecret, viewEndpoint } from "./view";

/**
 * Replaces an endpoint's signing secret and shows the new one, this once. Every attempt from now on
 * is signed with it, pending retries too.
 * @throws Refusal `not_found`
 */
export async function rotateWebhookSecret(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointWithSecret> {
  const { db, actor, config } = ctx;
  return transaction(db, async (tx) => {
    await lockKeyMaking(tx, actor);
    const row = await lockEndpoint(tx, actor, id);
    const changedByKeys = actor.kind === "key" ? changersOf(actor, row) : row.changedByKeys;
    const secret = newSigningSecret();
    const [changed] = await tx<{ updatedAt: Date }[]>`
      update webhook_endpoints
      set secret_sealed = ${sealSigningSecret(config, id, secret)}, changed_by_keys = ${changedByKeys},
        updated_at = clock_now()
      where id = ${id} returning updated_at`;
    const after = { ...row, ...changed };
    await recordEndpointChange(ctx, tx, "rotate_secret", row, after);
    await mailOfSecret(ctx, tx, after);
    return { ...viewEndpoint(after), secret };
  });
}

/** A holder of the secret can sign webhooks in our name: the owner is told about a new one. */
function mailOfSecret(
  { actor, requestId }: Context<MerchantActor>,
  tx: TransactionSql,
  { id, destination, updatedAt }: EndpointRow,
): Promise<void> {
  const { kind, merchantId, mode } = actor;
  const facts = { endpointId: id, destination, byKey: kind === "key", at: updatedAt.toISOString() };
  return queueMail(tx, secretRotatedMail, { merchantId, mode, about: requestId, ...facts });
}
