import { mailTransportOf } from "@/lib/adapters/email/mail-transport";
import { type Finding, fail, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { MailBacklog } from "@/lib/domain/operations/stored-state";

/** Nobody has tried to send it. */
const LATE_SECONDS = 300;
/** It was tried again and again. */
const OLD_SECONDS = 3_600;

/** Whether mails are sent. That there is no mail server is said; it is no failure. */
export async function checkMail({ config, mails }: Sources): Promise<Finding> {
  const backlog = await mails();
  const { kind } = mailTransportOf(config);
  if (kind === "none") return ok(withoutServer(backlog));
  const { count, dueSeconds, oldestSeconds, failure, unworded, failed, lastFailure } = backlog;
  if (unworded > 0) return fail(`mails that cannot be rendered: ${unworded} (the log says why)`);
  const waiting = `mails not sent: ${count}, the oldest for ${spoken(oldestSeconds)}`;
  if (dueSeconds > LATE_SECONDS) return warn(`${waiting}; nobody sends them`);
  if (oldestSeconds > OLD_SECONDS) return warn(`${waiting} (${failure ?? "not tried"})`);
  if (failed > 0) return warn(`mails that have failed within a day: ${failed} (${lastFailure})`);
  if (kind === "inbox") return ok("no SMTP_URL is set: mails are at /dev/inbox");
  return ok(lastFailure === null ? null : `the last failure was ${lastFailure}`);
}

function withoutServer({ withheld }: MailBacklog): string {
  const said = "no SMTP_URL is set: nothing is mailed";
  return withheld === 0 ? said : `${said}; mails withheld within a day: ${withheld}`;
}
