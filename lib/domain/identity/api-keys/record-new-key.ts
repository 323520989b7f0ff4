import type { TransactionSql } from "@/db/client";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { keyCreatedMail } from "./key-mails";
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

function mailOfLiveKey(
  { actor }: Pick<Context<MerchantActor>, "actor">,
  tx: TransactionSql,
  { id, name, prefix, last4, createdAt }: KeyRow,
): Promise<void> {
  const { merchantId, kind } = actor;
  const told = { keyId: id, name, prefix, last4, at: createdAt.toISOString() };
  const mail = { merchantId, mode: "live", about: id, ...told, byKey: kind === "key" } as const;
  return queueMail(tx, keyCreatedMail, mail);
}
