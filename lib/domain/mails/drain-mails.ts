import { type MailTransport, mailTransportOf } from "@/lib/adapters/email/mail-transport";
import { domainOf } from "@/lib/core/mails/mailbox";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { attemptMail } from "./attempt-mail";
import { type ClaimedMail, claimMails } from "./claim-mails";

export interface MailDrainResult {
  attempts: number;
  /** When there is more to do; null when nothing waits. */
  nextDueInMs: number | null;
}

/** Mails that are sent side by side, each on a connection of its own. */
const SIDE_BY_SIDE = 8;
/** How long a mail server that takes nothing is left alone. */
const REST_MS = 30_000;

/**
 * Sends the mails that are due, until none is or until `until`; an attempt that is under way then is waited
 * for, at most 20 seconds. Any number of processes may do so at once: rows decide who sends what. A mail server
 * that takes nothing is not asked again for a while.
 *
 * Each mail is claimed before it is given away, and what came of it is written down afterwards. A sender that
 * dies in between leaves it unknown whether the server has the mail: it is sent again, under the same
 * Message-ID.
 */
export async function drainMails(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<MailDrainResult> {
  const transport = mailTransportOf(ctx.config);
  const domain = transport.kind === "none" ? "localhost" : domainOf(transport.from.address);
  let attempts = 0;
  while (Date.now() < until.getTime() && !ctx.stopping?.aborted) {
    const claimed = await claimMails(ctx.db, { room: SIDE_BY_SIDE, domain });
    if (claimed.length === 0) break;
    attempts += claimed.length;
    const answers = await Promise.all(claimed.map((mail) => attemptOrLog(ctx, transport, mail)));
    if (answers.includes(false)) return { attempts, nextDueInMs: REST_MS };
  }
  return { attempts, nextDueInMs: await nextDueInMs(ctx) };
}

/** An attempt that fails through our own fault keeps no other back: its lease runs out, and it is made again. */
async function attemptOrLog(
  ctx: Context<SystemActor>,
  transport: MailTransport,
  mail: ClaimedMail,
): Promise<boolean> {
  try {
    return await attemptMail(ctx, transport, mail);
  } catch (error) {
    ctx.log.error({ err: error, mail: mail.id }, "an attempt to send a mail failed");
    return true;
  }
}

async function nextDueInMs({ db }: Context): Promise<number | null> {
  const [row] = await db<{ ms: number | null }[]>`
    select least(
      (select extract(epoch from min(next_attempt_at) - clock_now()) from mails where state = 'queued'),
      (select extract(epoch from min(lease_until) - now()) from mails where lease_until is not null)
    )::float8 * 1000 as ms`;
  return row?.ms == null ? null : Math.max(0, Math.ceil(row.ms));
}
