import type { Db } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { NotificationKind } from "@/lib/core/insight/notification-kinds";
import { type EmailPrefName, emailPrefOf } from "@/lib/core/mails/mail-kinds";
import { mailReader } from "@/lib/domain/mails/mail-reader";

interface Row {
  businessName: string;
  isWanted: boolean;
}

/**
 * Whether a merchant's address gets the emails of a kind of notification.
 * @throws Refusal `not_found`
 */
export async function readNotificationMails(
  db: Db,
  merchantId: string,
  kind: NotificationKind,
): Promise<Row> {
  const [row] = await db<Row[]>`
    select business_name, coalesce(
      (email_prefs ->> ${emailPrefOf(kind) ?? null}::text)::boolean,
      (select mail from notification_preferences
        where merchant_id = ${merchantId} and kind = ${kind}
          and user_id = (${mailReader(db, merchantId)})),
      true) as is_wanted
    from merchants where id = ${merchantId}`;
  if (!row) throw notFound("merchant");
  return row;
}

/**
 * Turns the emails of a kind of notification on or off, for the member whose address is the merchant's.
 * @throws Refusal `not_found`
 */
export async function setNotificationMails(
  db: Db,
  merchantId: string,
  { kind, wanted }: { kind: NotificationKind; wanted: boolean },
): Promise<void> {
  const pref = emailPrefOf(kind);
  const { count } = pref
    ? await setEmailPref(db, merchantId, pref, wanted)
    : await db`
        insert into notification_preferences (merchant_id, user_id, kind, mail)
        select ${merchantId}, o.user_id, ${kind}, ${wanted}
        from (${mailReader(db, merchantId)}) o
        on conflict (merchant_id, user_id, kind) do update set mail = excluded.mail`;
  if (count === 0) throw notFound("merchant");
}

/** Those that are queued already are still sent. */
const setEmailPref = (db: Db, merchantId: string, pref: EmailPrefName, wanted: boolean) => db`
  update merchants
  set email_prefs = email_prefs || jsonb_build_object(${pref}::text, ${wanted}::boolean),
    updated_at = clock_now()
  where id = ${merchantId}`;
