import { type TransactionSql, transaction } from "@/db/client";
import type { answerContactMessage as declaration } from "@/lib/contract/admin/contact-messages";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { notFound } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { type ContactMessageRow, viewContactMessage } from "./list-contact-messages";

type Input = InputOf<typeof declaration>;
type Message = OutputOf<typeof declaration>;

/**
 * Marks a message as answered by the admin user.
 * @throws Refusal `not_found`
 */
export const answerContactMessage = (ctx: Context<AdminActor>, { id }: Input): Promise<Message> =>
  mark(ctx, id, {
    action: "contact_message.answer",
    move: (tx) => tx<ContactMessageRow[]>`
      update contact_messages set answered_at = clock_now(), answered_by = ${ctx.actor.adminId}
      where id = ${id} and answered_at is null returning *`,
  });

/**
 * Marks a message as open again.
 * @throws Refusal `not_found`
 */
export const reopenContactMessage = (ctx: Context<AdminActor>, { id }: Input): Promise<Message> =>
  mark(ctx, id, {
    action: "contact_message.reopen",
    move: (tx) => tx<ContactMessageRow[]>`
      update contact_messages set answered_at = null, answered_by = null
      where id = ${id} and answered_at is not null returning *`,
  });

interface Mark {
  readonly action: string;
  /** Moves the row; none where it is so already. */
  move(tx: TransactionSql): Promise<ContactMessageRow[]>;
}

async function mark(
  ctx: Context<AdminActor>,
  id: string,
  { action, move }: Mark,
): Promise<Message> {
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx<ContactMessageRow[]>`
      select * from contact_messages where id = ${id} for no key update`;
    if (!before) throw notFound("contact message");
    const [after] = await move(tx);
    if (!after) return viewContactMessage(before);
    const state = ({ answeredAt, answeredBy }: ContactMessageRow) => ({ answeredAt, answeredBy });
    await recordAudit(ctx, tx, {
      action,
      subject: { type: "contact_message", id },
      before: state(before),
      after: state(after),
    });
    return viewContactMessage(after);
  });
}
