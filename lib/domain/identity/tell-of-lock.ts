import type { TransactionSql } from "@/db/client";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import type { Context } from "@/lib/domain/platform/context";
import { signInLockedMail } from "./identity-mails";

/**
 * Mails a person that an operator locked their sign-in, in the transaction of the lock. Of another identity provider
 * the address is that of their default merchant, where they are its first owner; without one no mail is sent.
 */
export async function tellOfLock(
  tx: TransactionSql,
  { SUPPORT_EMAIL }: Pick<Context["config"], "SUPPORT_EMAIL">,
  userId: string,
): Promise<void> {
  await queueMails(
    tx,
    tx`select null as merchant_id, 'live' as mode, ${signInLockedMail.kind} as kind,
      coalesce(i.email, m.email) as recipient, new_id('eml') as about, false as withheld,
      jsonb_build_object('supportEmail', ${SUPPORT_EMAIL ?? null}::text, 'at', now()) as facts
    from users u
      left join identity_users i on u.provider = 'embedded' and i.id = u.subject
      left join memberships s on s.user_id = u.id and s.is_default and not exists (
        select from memberships f where f.merchant_id = s.merchant_id
          and (f.created_at, f.user_id) < (s.created_at, s.user_id))
      left join merchants m on m.id = s.merchant_id
    where u.id = ${userId}`,
  );
}
