import type { Db } from "@/db/client";
import type { contactMessages } from "@/db/schema/contact-messages";
import type { listContactMessages as declaration } from "@/lib/contract/admin/contact-messages";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

export type ContactMessageRow = typeof contactMessages.$inferSelect;
type Input = InputOf<typeof declaration>;
type Page = OutputOf<typeof declaration>;

export const viewContactMessage = (row: ContactMessageRow): Page["data"][number] => ({
  object: "contact_message",
  ...row,
});

/**
 * Lists what was sent by the contact form, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listContactMessages(
  { db }: Context<AdminActor>,
  input: Input,
): Promise<Page> {
  const listed = db<ContactMessageRow[]>`
    select c.* from contact_messages c where ${inPage(db, "c", input)} ${statusIs(db, input)}`;
  const rows = await newestFirst(db, "c", listed, input);
  return toPage(rows, input, "/v1/admin/contact-messages", viewContactMessage);
}

function statusIs(db: Db, { status }: Input) {
  if (status === undefined) return db``;
  return status === "open" ? db`and c.answered_at is null` : db`and c.answered_at is not null`;
}
