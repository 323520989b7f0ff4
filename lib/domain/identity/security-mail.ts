import type { TransactionSql } from "@/db/client";
import type { SecurityChange } from "@/lib/core/kinds";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import type { Browser } from "./browser";
import { securityMail } from "./identity-mails";

/** Mails the owner of an account what was changed of it, and from where; in the transaction of the change. */
export async function tellOfChange(
  tx: TransactionSql,
  { userId, change }: { userId: string; change: SecurityChange },
  { userAgent, addressPrefix }: Browser,
): Promise<void> {
  const agent = userAgent?.slice(0, 300) ?? null;
  await queueMails(
    tx,
    tx`select null as merchant_id, 'live' as mode, ${securityMail.kind} as kind,
      email as recipient, new_id('eml') as about, false as withheld,
      jsonb_build_object('change', ${change}::text, 'userAgent', ${agent}::text,
        'addressPrefix', ${addressPrefix}::text, 'at', now()) as facts
    from identity_users where id = ${userId}`,
  );
}
