import type { Db } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { EmailPrefName, EmailPrefs } from "@/lib/core/mails/mail-kinds";

interface Row {
  businessName: string;
  emailPrefs: EmailPrefs;
}

/**
 * Which mails a merchant wants.
 * @throws Refusal `not_found`
 */
export async function readEmailPrefs(db: Db, merchantId: string): Promise<Row> {
  const [row] = await db<Row[]>`
    select business_name, email_prefs from merchants where id = ${merchantId}`;
  if (!row) throw notFound("merchant");
  return row;
}

/**
 * Turns the mails of a kind on or off; those that are queued already are still sent.
 * @throws Refusal `not_found`
 */
export async function setEmailPref(
  db: Db,
  merchantId: string,
  { pref, wanted }: { pref: EmailPrefName; wanted: boolean },
): Promise<void> {
  const { count } = await db`
    update merchants
    set email_prefs = email_prefs || jsonb_build_object(${pref}::text, ${wanted}::boolean),
      updated_at = clock_now()
    where id = ${merchantId}`;
  if (count === 0) throw notFound("merchant");
}
