import { type Db, transaction } from "@/db/client";
import type { SmtpOutcome } from "@/lib/adapters/email/smtp";
import type { WithheldReason } from "@/lib/core/mail-kinds";
import { type MailState, mailTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/context";
import { lockMailedInvoice } from "@/lib/domain/invoices/lock-mailed-invoice";
import { noteInvoiceMail } from "@/lib/domain/invoices/note-invoice-mail";
import type { ClaimedMail } from "./claim-mails";
import { secondsToNextMail } from "./mail-schedule";

/** What came of an attempt: as the mail server said it, or that it was not to be sent. */
export type MailOutcome =
  | SmtpOutcome
  | { readonly kind: "withheld"; readonly failure: WithheldReason; readonly response: null };

/** `superseded`: the lease was lost and somebody else has the mail; nothing was written. */
export type RecordedMail = MailState | "superseded";

type Attempted = Pick<ClaimedMail, "id" | "kind" | "facts" | "fence" | "attempts">;

/**
 * Writes down what came of an attempt: the end, or when the next one is due. What came of an invoice's mail is told
 * in the same transaction.
 */
export async function recordMailOutcome(
  ctx: Pick<Context, "db" | "chains" | "config">,
  mail: Attempted,
  outcome: MailOutcome,
): Promise<RecordedMail> {
  const { invoiceId } = mail.facts;
  if (typeof invoiceId !== "string") return writeOutcome(ctx.db, mail, outcome);
  return transaction(ctx.db, async (tx) => {
    await lockMailedInvoice(tx, invoiceId);
    const state = await writeOutcome(tx, mail, outcome);
    if (state === "superseded") return state;
    const { id: mailId, kind } = mail;
    await noteInvoiceMail(ctx, tx, { invoiceId, mailId, kind, state, failure: outcome.failure });
    return state;
  });
}

async function writeOutcome(db: Db, mail: Attempted, outcome: MailOutcome): Promise<RecordedMail> {
  const wait = secondsToNextMail(mail.attempts, Math.random());
  const state = stateAfter(outcome.kind, wait);
  const { count } = await db`
    update mails set state = ${state}, lease_until = null,
      failure = ${outcome.failure}, response = ${outcome.response},
      next_attempt_at = clock_now() + ${wait ?? 0}::float8 * interval '1 second',
      closed_at = case when ${state} = 'queued' then null else clock_now() end
    where id = ${mail.id} and fence = ${mail.fence} and state = 'sending'
      and state in ${db(sourcesOf(mailTransitions, state))}`;
  return count === 1 ? state : "superseded";
}

function stateAfter(kind: MailOutcome["kind"], wait: number | null): MailState {
  if (kind === "accepted") return "sent";
  if (kind === "refused" || kind === "withheld") return kind;
  return wait === null ? "failed" : "queued";
}
