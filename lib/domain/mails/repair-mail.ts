import { type Db, type TransactionSql, transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import { mailTransitions, sourcesOf } from "@/lib/core/states";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { findMail, type ListedMail } from "./list-mails";
import type { StoredMail } from "./mail";

/**
 * Takes back a mail that waits to be sent.
 * @throws Refusal `not_found`; or that it does not wait: one that is being sent may be sent
 */
export async function cancelMail(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await repair(ctx, id, "cancelled", async (tx, { state }) => {
    const { count } = await tx`
      update mails set state = 'cancelled', closed_at = clock_now()
      where id = ${id} and state in ${tx(sourcesOf(mailTransitions, "cancelled"))}`;
    if (count === 0) throw impossible(`The mail is ${state}.`, "not_waiting");
  });
}

/**
 * Says which mail would be queued again. Changes nothing.
 * @throws Refusal as `resendMail` does
 */
export async function planResend(db: Db, id: string): Promise<ListedMail> {
  const mail = await findMail(db, id);
  if (!mail) throw notFound("mail");
  const isUnsent =
    mail.state !== "sending" && sourcesOf(mailTransitions, "queued").includes(mail.state);
  if (!isUnsent || mail.failure === "test_mode") throw whyNotResent(mail);
  return mail;
}

/**
 * Queues a mail again that was not sent, with all its attempts before it.
 * @throws Refusal `not_found`; or that it was sent, waits already, or is a test payment's on a public chain
 */
export async function resendMail(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await repair(ctx, id, "queued", async (tx, { state, failure }) => {
    const { count } = await tx`
      update mails set state = 'queued', attempts = 0, next_attempt_at = clock_now(), closed_at = null
      where id = ${id} and failure is distinct from 'test_mode'
        and state <> 'sending' and state in ${tx(sourcesOf(mailTransitions, "queued"))}`;
    if (count === 0) throw whyNotResent({ state, failure });
    await wake(tx, wakes.mails);
  });
}

const whyNotResent = ({ state, failure }: Pick<ListedMail, "state" | "failure">) =>
  failure === "test_mode"
    ? impossible("Test mode mails payers on the local chain alone.", "test_mode")
    : impossible(`The mail is ${state}.`, "not_unsent");

async function repair(
  ctx: Context<AuditedActor>,
  id: string,
  state: "cancelled" | "queued",
  move: (tx: TransactionSql, mail: ListedMail) => Promise<void>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const mail = await findMail(tx, id);
    const [{ facts = {} } = {}] = await tx<Pick<StoredMail, "facts">[]>`
      select facts from mails where id = ${id}`;
    if (!mail) throw notFound("mail");
    const hook = ctx.modules.mails.find(({ kind }) => kind === mail.kind)?.onOutcome;
    await hook?.lock(tx, facts);
    await move(tx, mail);
    await hook?.note(ctx, tx, facts, { mailId: id, state, failure: null });
    await recordAudit(ctx, tx, {
      action: state === "queued" ? "mail.resend" : "mail.cancel",
      subject: { type: "mail", id },
      owner: { merchantId: mail.merchantId, mode: mail.mode },
      before: { state: mail.state, failure: mail.failure, attempts: mail.attempts },
      after: { state },
    });
  });
}
