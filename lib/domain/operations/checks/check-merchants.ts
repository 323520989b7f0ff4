import { mailTransportOf } from "@/lib/adapters/email/mail-transport";
import { withTimeout } from "@/lib/core/async/with-timeout";
import {
  combine,
  type Finding,
  fail,
  ok,
  raising,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { MailBacklog } from "@/lib/domain/operations/stored-state";
import type { UnrequestedCount } from "@/lib/domain/subscriptions/charges/list-unrequested";

/** They are looked at by the minute. */
const LATE_LOOK_SECONDS = 300;
/** After a day a hash that no node knows is given back: what is submitted for longer is stuck. */
const STUCK_SECONDS = 26 * 3_600;

/**
 * Whether refunds are looked at, whether their transactions come to an end, whether late charges are returned, and
 * whether all have a payment.
 */
export async function checkRefunds({ refunds }: Pick<Sources, "refunds">): Promise<Finding> {
  const { submitted, submittedSeconds, dueSeconds, lateCharges, unmatched } = await refunds();
  return combine([
    dueSeconds > LATE_LOOK_SECONDS
      ? warn(`refunds are not looked at: one has been due for ${spoken(dueSeconds)}`)
      : ok(),
    submittedSeconds > STUCK_SECONDS
      ? warn(`refunds submitted: ${submitted}, the oldest for ${spoken(submittedSeconds)}`)
      : ok(),
    lateCharges > 0
      ? warn(`refunds of late charges that have waited for more than 7 days: ${lateCharges}`)
      : ok(),
    unmatched > 0 ? warn(`refunds on the chain whose payments are not known: ${unmatched}`) : ok(),
  ]);
}

/** They are looked at by the minute, and some take a few. */
const LATE_CHARGE_SECONDS = 600;
/** Less than a whole check may take: a node that hangs must not hide what the database says. */
const KEEPERS_MS = 500;

/** Whether subscriptions are charged when they are due, and whether wallets are there that may. */
export async function checkRenewals(
  sources: Pick<Sources, "renewals" | "idleRelayers">,
): Promise<Finding> {
  // A chain that does not answer is told of by the check of the nodes.
  const [open, relayers] = await Promise.all([
    sources.renewals(),
    withTimeout(KEEPERS_MS, sources.idleRelayers()).catch(() => []),
  ]);
  const { due, dueSeconds, stuck, permits, permitsSeconds, unrequested } = open;
  return combine([
    dueSeconds > LATE_CHARGE_SECONDS
      ? raising(
          "renewals_late",
          warn(`charges of subscriptions due: ${due}, the oldest for ${spoken(dueSeconds)}`),
        )
      : ok(),
    stuck > 0 ? warn(`subscriptions whose charge is refused too often: ${stuck}`) : ok(),
    judgeUnrequested(unrequested),
    ...relayers.map(({ mode, chainId, idle, all }) =>
      idle > 0
        ? warn(`${idle} of ${all} relay wallets are no keepers in ${mode} mode on chain ${chainId}`)
        : ok(),
    ),
    permitsSeconds > LATE_CHARGE_SECONDS
      ? warn(`permits of payers on their way: ${permits}, the oldest for ${spoken(permitsSeconds)}`)
      : ok(),
  ]);
}

/** The check shows them for a week; what cannot be undone is told of once, not each hour. */
function judgeUnrequested({ charges, ends, isNew }: UnrequestedCount): Finding {
  const finding = combine([
    charges > 0
      ? warn(`charges within a week that this installation did not make: ${charges}`)
      : ok(),
    ends > 0
      ? warn(`subscriptions that the operator's wallet ended without a call: ${ends}`)
      : ok(),
  ]);
  return isNew ? raising("unrequested_calls", finding) : finding;
}

const LATE_WEBHOOK_SECONDS = 120;
/** Fewer endpoints that fail are their owners' trouble, also where they are most of all. */
const MANY_ENDPOINTS = 3;

/**
 * Whether webhooks are sent when they are due. Receivers that refuse them are theirs to repair; if half of all fail,
 * the trouble is probably ours.
 */
export async function checkWebhooks({ webhooks }: Pick<Sources, "webhooks">): Promise<Finding> {
  const { count, oldestSeconds, failingEndpoints, enabledEndpoints } = await webhooks();
  const failing = failingEndpoints > 0 ? `failing endpoints: ${failingEndpoints}` : null;
  const isCommon = failingEndpoints >= MANY_ENDPOINTS && 2 * failingEndpoints >= enabledEndpoints;
  if (oldestSeconds <= LATE_WEBHOOK_SECONDS) {
    return isCommon
      ? raising("deliveries_failing", warn(`${failing} of ${enabledEndpoints}`))
      : ok(failing);
  }
  const late = `webhooks due: ${count}, the oldest for ${spoken(oldestSeconds)}`;
  return raising("deliveries_failing", warn(failing ? `${late}; ${failing}` : late));
}

/** Whether replays of webhooks get on. */
export async function checkReplays({ replays }: Sources): Promise<Finding> {
  const { count, stalled, stalledSeconds, stalledId, waits } = await replays();
  if (stalled === 0) return ok(count > 0 ? `replays running: ${count}` : null);
  const why = waits ? "what it has given waits at its endpoint" : "no job feeds it events";
  return warn(
    `replays without progress: ${stalled}, ${stalledId} for ${spoken(stalledSeconds)}; ${why}`,
  );
}

/** No server has tried to send it. */
const LATE_MAIL_SECONDS = 300;
/** It was tried again and again. */
const OLD_MAIL_SECONDS = 3_600;
/** A server that is restarted takes mails again by then. */
const NO_SERVER_SECONDS = 60;
/** What was said of one mail, not of the server: see `SmtpOutcome`. */
const aboutOneMail = /^(deferred_|not_worded$)/;

/** Whether mails are sent. That there is no mail server is said; it is no failure. */
export async function checkMail({
  config,
  mails,
}: Pick<Sources, "config" | "mails">): Promise<Finding> {
  const backlog = await mails();
  const { kind } = mailTransportOf(config);
  if (kind === "none") return ok(withoutServer(backlog));
  const finding = judgeMail(backlog, kind === "inbox");
  return finding.status === "ok" ? finding : raising("mail_failing", finding);
}

function judgeMail(backlog: MailBacklog, isInbox: boolean): Finding {
  const { count, dueSeconds, oldestSeconds, failure, unworded, failed, lastFailure } = backlog;
  if (unworded > 0) return fail(`mails that cannot be rendered: ${unworded} (the log says why)`);
  const waiting = `mails not sent: ${count}, the oldest for ${spoken(oldestSeconds)}`;
  if (dueSeconds > LATE_MAIL_SECONDS) return warn(`${waiting}; no job sends them`);
  if (oldestSeconds > OLD_MAIL_SECONDS) return warn(`${waiting} (${failure ?? "not tried"})`);
  const isServers = failure !== null && !aboutOneMail.test(failure);
  if (isServers && oldestSeconds > NO_SERVER_SECONDS) return warn(`${waiting} (${failure})`);
  if (failed > 0) return warn(`mails that have failed within a day: ${failed} (${lastFailure})`);
  if (isInbox) return ok("no SMTP_URL is set: mails are at /dev/inbox");
  return ok(lastFailure === null ? null : `the last failure was ${lastFailure}`);
}

function withoutServer({ withheld }: MailBacklog): string {
  const said = "no SMTP_URL is set: nothing is mailed";
  return withheld === 0 ? said : `${said}; mails withheld within a day: ${withheld}`;
}
