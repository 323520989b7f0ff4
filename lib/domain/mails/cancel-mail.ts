import { transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import { mailTransitions, sourcesOf } from "@/lib/core/states";
import { type AuditedActor, recordAudit } from "@/lib/domain/audit/record-audit";
import type { Context } from "@/lib/domain/context";
import { lockMailedInvoice } from "@/lib/domain/invoices/lock-mailed-invoice";
import { noteInvoiceMail } from "@/lib/domain/invoices/note-invoice-mail";
import { findMail } from "./list-mails";

/**
 * Takes back a mail that waits to be sent; an invoice says so of its last one.
 * @throws Refusal `not_found`; or that it does not wait: one that is being sent may be sent
 */
export async function cancelMail(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const mail = await findMail(tx, id);
    if (!mail) throw notFound("mail");
    await lockMailedInvoice(tx, mail.invoiceId);
    const { count } = await tx`
      update mails set state = 'cancelled', closed_at = clock_now()
      where id = ${id} and state in ${tx(sourcesOf(mailTransitions, "cancelled"))}`;
    if (count === 0) throw impossible(`The mail is ${mail.state}.`, "not_waiting");
    await noteInvoiceMail(ctx, tx, { ...mail, mailId: id, state: "cancelled", failure: null });
    await recordAudit(ctx, tx, {
      action: "mail.cancel",
      subject: { type: "mail", id },
      before: { state: mail.state, failure: mail.failure, attempts: mail.attempts },
      after: { state: "cancelled" },
    });
  });
}
