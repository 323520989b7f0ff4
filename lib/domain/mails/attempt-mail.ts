import { mailText } from "@/lib/adapters/email/mail-content";
import { mailHtml } from "@/lib/adapters/email/mail-html";
import type { MailTransport } from "@/lib/adapters/email/mail-transport";
import { composeMessage, type SmtpOutcome, sendBySmtp } from "@/lib/adapters/email/smtp";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { isMailAddress } from "@/lib/core/mails/mailbox";
import type { Context } from "@/lib/domain/platform/context";
import type { ClaimedMail } from "./claim-mails";
import type { StoredMail } from "./mail";
import { withholdReason } from "./mail-addresses";
import { type MailOutcome, recordMailOutcome } from "./record-mail-outcome";
import { wordMail } from "./word-mail";

type Sender = Pick<Context, "db" | "config" | "chains" | "log" | "modules">;

/**
 * Sends a claimed mail once and records what came of it.
 * @returns whether the mail server can be asked for the next one
 */
export async function attemptMail(
  ctx: Sender,
  transport: MailTransport,
  mail: ClaimedMail,
): Promise<boolean> {
  const outcome = await outcomeOf(ctx, transport, mail);
  metrics().mailAttempts.add(1, mail.kind, outcome.kind);
  const recorded = await recordMailOutcome(ctx, mail, outcome);
  const told = { mail: mail.id, kind: mail.kind, failure: outcome.failure };
  if (recorded === "superseded") {
    ctx.log.warn(told, "a mail was sent after its lease had run out");
  } else if (recorded === "refused" || recorded === "failed") {
    ctx.log.warn(told, `a mail ${recorded === "failed" ? "has failed" : "was refused"}`);
  }
  return outcome.kind !== "unavailable";
}

async function outcomeOf(
  ctx: Sender,
  transport: MailTransport,
  mail: ClaimedMail,
): Promise<MailOutcome> {
  if (transport.kind === "none") {
    return { kind: "withheld", failure: "no_smtp_url", response: null };
  }
  if (!isMailAddress(mail.recipient)) return refused;
  const definition = ctx.modules.mails.find(({ kind }) => kind === mail.kind) ?? {};
  const reason = (await withholdReason(ctx.db, mail, definition)) ?? (await whyMoot(ctx, mail));
  if (reason !== null) return { kind: "withheld", failure: reason, response: null };
  try {
    const content = wordMail(ctx, mail);
    const html = await mailHtml(content);
    if (transport.kind === "inbox") return accepted;
    const message = await composeMessage({
      html,
      text: mailText(content),
      from: transport.from,
      to: mail.recipient,
      replyTo: content.replyTo,
      subject: content.subject,
      messageId: mail.messageId,
      date: mail.createdAt,
      unsubscribeUrl: content.unsubscribe?.url ?? null,
    });
    const envelope = { from: transport.from.address, to: mail.recipient };
    return await sendBySmtp(transport.server, envelope, message);
  } catch (error) {
    ctx.log.error({ err: error, mail: mail.id }, "a mail could not be worded");
    return { kind: "deferred", failure: "not_worded", response: null };
  }
}

/** Why a mail is not sent any more: what it tells is no longer so. Null: it is sent. */
export async function whyMoot(
  { db, modules }: Pick<Context, "db" | "modules">,
  { kind, facts }: Pick<StoredMail, "kind" | "facts">,
): Promise<string | null> {
  const stillTrue = modules.mails.find((known) => known.kind === kind)?.stillTrue;
  return !stillTrue || (await stillTrue.holds(db, facts)) ? null : stillTrue.otherwise;
}

const accepted: SmtpOutcome = { kind: "accepted", failure: null, response: null };
const refused: SmtpOutcome = { kind: "refused", failure: "invalid_address", response: null };
