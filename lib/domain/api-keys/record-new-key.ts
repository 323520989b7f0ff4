import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/wakes";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { wake } from "@/lib/domain/outbox/wake";
import type { KeyRow } from "./key-rows";

/** What the audit log keeps of a key: nothing of its text. */
export const settingsOf = ({ mode, kind, name, scopes, expiresAt, allowedOrigins }: KeyRow) => ({
  mode,
  kind,
  name,
  scopes,
  expiresAt,
  allowedOrigins,
});

/**
 * Notes who made a key, and mails the merchant when it is a live one; in the transaction that makes it.
 * @param replaced the key whose place it takes
 */
export async function recordNewKey(
  ctx: Pick<Context<MerchantActor>, "actor" | "requestId">,
  tx: TransactionSql,
  verb: "create" | "rotate" | "reveal_successor",
  key: KeyRow,
  replaced: KeyRow | null = null,
): Promise<void> {
  await recordAudit(ctx, tx, {
    action: `api_key.${verb}`,
    subject: { type: "api_key", id: replaced?.id ?? key.id },
    before: replaced && { status: replaced.status },
    after: { ...settingsOf(key), keyId: key.id },
  });
  if (key.mode === "live" && key.kind === "secret") await mailOfLiveKey(ctx, tx, key);
}

async function mailOfLiveKey(
  { actor }: Pick<Context<MerchantActor>, "actor">,
  tx: TransactionSql,
  { id, name, prefix, last4, createdAt }: KeyRow,
): Promise<void> {
  const { count } = await tx`
    insert into mails (id, merchant_id, mode, kind, recipient, facts, dedupe_key)
    select ${newId("mail")}, id, 'live', 'api_key_created', email,
      jsonb_build_object('businessName', business_name, 'keyId', ${id}::text, 'name', ${name}::text,
        'prefix', ${prefix}::text, 'last4', ${last4}::text, 'at', ${createdAt}::timestamptz,
        'byKey', ${actor.kind === "key"}::boolean),
      ${`api_key_created:${id}`}
    from merchants where id = ${actor.merchantId} and email is not null`;
  if (count > 0) await wake(tx, wakes.mails);
}
