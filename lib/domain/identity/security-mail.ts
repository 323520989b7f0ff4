import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { SecurityChange } from "@/lib/core/kinds";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";
import type { Browser } from "./browser";

/** Mails the owner of an account what was changed of it, and from where; in the transaction of the change. */
export async function tellOfChange(
  tx: TransactionSql,
  { userId, change }: { userId: string; change: SecurityChange },
  { userAgent, addressPrefix }: Browser,
): Promise<void> {
  const mailId = newId("mail");
  const agent = userAgent?.slice(0, 300) ?? null;
  await tx`
    insert into mails (id, merchant_id, mode, kind, recipient, facts, dedupe_key)
    select ${mailId}, null, 'live', 'identity_security', email,
      jsonb_build_object('change', ${change}::text, 'userAgent', ${agent}::text,
        'addressPrefix', ${addressPrefix}::text, 'at', now()),
      ${`identity_security:${mailId}`}
    from identity_users where id = ${userId}`;
  await wake(tx, wakes.mails);
}
