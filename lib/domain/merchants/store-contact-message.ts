import { transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { sendContactMessage as declaration } from "@/lib/contract/merchants/contact";
import { newId } from "@/lib/core/ids";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { contactMail } from "./contact-mail";

/** How long messages are kept. */
const KEPT_DAYS = 365;

/** Stores a contact message, and mails it to the support inbox, where there is one. */
export async function storeContactMessage(
  { db, config, log }: Context<PublicActor>,
  { name, email, company, topic, message }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const id = newId("contactMessage");
  const inbox = config.SUPPORT_EMAIL ?? null;
  if (inbox === null)
    log.warn({ contact: id }, "a message is stored but not emailed: SUPPORT_EMAIL is not set");
  return transaction(db, async (tx) => {
    const [row] = await tx<{ createdAt: Date }[]>`
      insert into contact_messages (id, name, email, company, topic, message, expires_at)
      values (${id}, ${name}, ${email}, ${company ?? null}, ${topic}, ${message},
        now() + ${KEPT_DAYS} * interval '1 day')
      returning created_at`;
    if (!row) throw new Error("an insert returns its row");
    if (inbox !== null) {
      const facts = { name, email, company: company ?? null, topic, message };
      await queueMails(
        tx,
        tx`select null as merchant_id, 'live' as mode, ${contactMail.kind} as kind,
          ${inbox} as recipient, ${tx.json(facts)}::jsonb as facts, ${id} as about,
          false as withheld`,
      );
    }
    return { id, object: "contact_message", topic, createdAt: row.createdAt };
  });
}
