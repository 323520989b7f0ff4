import { type Db, transaction } from "@/db/client";
import { type MailTopic, mailTopics } from "@/lib/core/mails/mail-kinds";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import type { Mail, StoredMail } from "./mail";
import { mailReader } from "./mail-reader";

/** An address that a mail server has refused for good. */
export interface RefusedAddress {
  readonly address: string;
  readonly failure: string;
  readonly response: string | null;
  readonly createdAt: Date;
}

/** A person who cannot sign in has no other way in: codes are tried each time. */
const ALWAYS_TRIED = "identity_code";

/** Why nothing is sent to a mail's address: a server refused it for good, or its reader turned such mails off. */
export async function withholdReason(
  db: Db,
  { kind, recipient, merchantId }: Pick<StoredMail, "kind" | "recipient" | "merchantId">,
  { topic, notification }: Pick<Mail, "topic" | "notification">,
): Promise<"address_refused" | "unsubscribed" | null> {
  const [found] = await db<{ isRefused: boolean; isOff: boolean }[]>`
    select exists (select from mail_refusals where address = lower(${recipient})) as is_refused,
      exists (select from mail_opt_outs
        where address = lower(${recipient}) and topic = ${topic ?? null})
      or exists (select from notification_preferences
        where merchant_id = ${merchantId} and kind = ${notification ?? null} and not mail
          and user_id = (${mailReader(db, merchantId)})) as is_off`;
  if (found?.isRefused && kind !== ALWAYS_TRIED) return "address_refused";
  return found?.isOff ? "unsubscribed" : null;
}

/** Which topics the owner of an address gets mails about. */
export async function readTopics(db: Db, address: string): Promise<Record<MailTopic, boolean>> {
  const off = await db<{ topic: MailTopic }[]>`
    select topic from mail_opt_outs where address = lower(${address})`;
  const isOff = new Set(off.map(({ topic }) => topic));
  const entries = mailTopics.map((topic) => [topic, !isOff.has(topic)]);
  return Object.fromEntries(entries) as Record<MailTopic, boolean>;
}

/** Turns mails of a topic off for an address, or on again. Repeating it changes nothing. */
export async function setTopic(
  db: Db,
  address: string,
  { topic, wanted }: { topic: MailTopic; wanted: boolean },
): Promise<void> {
  if (wanted) {
    await db`delete from mail_opt_outs where address = lower(${address}) and topic = ${topic}`;
    return;
  }
  await db`
    insert into mail_opt_outs (address, topic) values (lower(${address}), ${topic})
    on conflict (address, topic) do nothing`;
}

const SHOWN = 100;

/** The addresses that were refused for good, the newest hundred; of one address, where it is given. */
export function listRefusedAddresses(db: Db, address: string | null): Promise<RefusedAddress[]> {
  return db<RefusedAddress[]>`
    select address, failure, response, created_at from mail_refusals
    where ${address === null ? db`true` : db`address = lower(${address})`}
    order by created_at desc, address desc limit ${SHOWN}`;
}

/** Lets mails go to an address again that was refused. @returns whether it was */
export function allowAddress(ctx: Context<AuditedActor>, address: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const [refusal] = await tx<Pick<RefusedAddress, "failure">[]>`
      delete from mail_refusals where address = lower(${address}) returning failure`;
    if (!refusal) return false;
    await recordAudit(ctx, tx, {
      action: "mail.allow_address",
      subject: { type: "mail_address", id: address.toLowerCase() },
      before: { failure: refusal.failure },
      after: null,
    });
    return true;
  });
}
