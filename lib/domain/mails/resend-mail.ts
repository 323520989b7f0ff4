import { transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import { mailTransitions, sourcesOf } from "@/lib/core/states";
import { wakes } from "@/lib/core/wakes";
import { type AuditedActor, recordAudit } from "@/lib/domain/audit/record-audit";
import type { Context } from "@/lib/domain/context";
import { lockMailedInvoice } from "@/lib/domain/invoices/lock-mailed-invoice";
import { noteInvoiceMail } from "@/lib/domain/invoices/note-invoice-mail";
import { wake } from "@/lib/domain/outbox/wake";
import { findMail } from "./list-mails";

/**
 * Queues a mail again that was not sent, with all its attempts before it.
 * @throws Refusal `not_found`; or that it was sent, waits already, or is a test payment's on a public chain
 */
export async function resendMail(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const mail = await findMail(tx, id);
    if (!mail) throw notFound("mail");
    await lockMailedInvoice(tx, mail.invoiceId);
    const { count } = await tx`
      update mails set state = 'queued', attempts = 0, next_attempt_at = clock_now(), closed_at = null
      where id = ${id} and failure is distinct from 'test_mode'
        and state <> 'sending' and state in ${tx(sourcesOf(mailTransitions, "queued"))}`;
    if (count === 0) {
      throw mail.failure === "test_mode"
        ? impossible("Test mode mails payers on the local chain alone.", "test_mode")
        : impossible(`The mail is ${mail.state}.`, "not_unsent");
    }
    await noteInvoiceMail(ctx, tx, { ...mail, mailId: id, state: "queued", failure: null });
    await wake(tx, wakes.mails);
    await recordAudit(ctx, tx, {
      action: "mail.resend",
      subject: { type: "mail", id },
      before: { state: mail.state, failure: mail.failure, attempts: mail.attempts },
      after: { state: "queued" },
    });
  });
}
