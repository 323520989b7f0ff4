import type { TransactionSql } from "@/db/client";
import { keyHash } from "@/lib/adapters/api-keys/key-hash";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** A mail that a merchant causes, and that its reader may not have asked for. */
interface UnaskedMail {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly recipient: string;
}

/** Why such a mail is withheld. */
export type UnaskedLimit = "recipient_limit" | "merchant_limit";

/**
 * Counts a mail to an address that no payment of the mode and no sign-in has proved: so many a day from the first one on
 * for the address over all merchants, and for the merchant over all addresses. A mail that is withheld uses up neither.
 * @returns why it is withheld; null when it is sent
 */
export async function limitUnasked(
  { config }: Pick<Context, "config">,
  tx: TransactionSql,
  mail: UnaskedMail,
): Promise<UnaskedLimit | null> {
  if (await isProved(tx, mail)) return null;
  const keyOf = (subject: string) => keyHash(config, `mail-allowance:${subject}`);
  const recipient = keyOf(`recipient:${mail.recipient.toLowerCase()}`);
  const merchant = keyOf(`merchant:${mail.merchantId}`);
  // Locked in this order everywhere.
  const ofRecipient = await sentTo(tx, recipient);
  const ofMerchant = await sentTo(tx, merchant);
  if (ofRecipient >= config.MAIL_DAILY_PER_STRANGER) return "recipient_limit";
  if (ofMerchant >= config.MAIL_DAILY_PER_MERCHANT) return "merchant_limit";
  await tx`update mail_allowances set mails = mails + 1 where key in ${tx([recipient, merchant])}`;
  return null;
}

/** Mails that were counted in the day that goes on; its row is locked. */
async function sentTo(tx: TransactionSql, key: Buffer): Promise<number> {
  const [row] = await tx<{ mails: number }[]>`
    insert into mail_allowances as a (key, expires_at)
    values (${key}, clock_now() + interval '1 day')
    on conflict (key) do update set
      mails = case when a.expires_at <= clock_now() then 0 else a.mails end,
      expires_at = case when a.expires_at <= clock_now() then excluded.expires_at
        else a.expires_at end
    returning mails`;
  return row?.mails ?? 0;
}

/**
 * A payment's proof stays in the customer's history when the merchant names the address, or another one. Tokens of test
 * mode are free, so that its payments prove an address for test mode alone.
 */
async function isProved(tx: TransactionSql, { recipient, mode }: UnaskedMail): Promise<boolean> {
  // By `customers_proved_emails`: with `exists` the planner might read the table until it meets one.
  const [row] = await tx<{ isProved: boolean }[]>`
    select exists (select from identity_users
        where lower(email) = lower(${recipient}) and email_verified_at is not null)
      or (select count(*) > 0 from customers
        where mode = ${mode} and email_history @> '[{"source": "payment"}]'
          and jsonb_path_query_array(
            lower(email_history::text)::jsonb, '$[*] ? (@.source == "payment").email'
          ) ? lower(${recipient}))
      as is_proved`;
  return row?.isProved ?? false;
}
