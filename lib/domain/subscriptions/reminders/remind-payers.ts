import { asRows } from "@/db/as-rows";
import { type TransactionSql, transaction } from "@/db/client";
import { dueLead, nextLook } from "@/lib/core/subscriptions/reminder-times";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { payerMails } from "@/lib/domain/subscriptions/payer-mails";
import { payerTroubleMails } from "@/lib/domain/subscriptions/payer-trouble-mails";
import {
  queueSubscriptionMails,
  type WantedMail,
} from "@/lib/domain/subscriptions/queue-subscription-mails";
import { agendaOf } from "./agenda";
import { type DueReminder, findDueReminders, takeReminders } from "./due-reminders";
import { readShortfalls, type Shortfall } from "./read-shortfalls";

const DAY_MS = 86_400_000;
/** When what no node answered for is looked at again. */
const LATER_MS = 900_000;

const reminders = {
  subscription_renewal_upcoming: payerTroubleMails.upcoming,
  subscription_balance_low: payerTroubleMails.balanceLow,
  subscription_ending: payerMails.ending,
};

/** What becomes of a reminder: looked at again then, or not any more. */
interface Step {
  readonly reminder: DueReminder;
  /** Null: there is nothing left to remind of. */
  readonly about: Date | null;
  readonly remindAt: Date | null;
  readonly mail: WantedMail | null;
}

/**
 * Reminds the payers whose time it is of what is ahead: a charge, one that would fail as things are, an end. Each is
 * reminded once of each, however often and late this runs; of what was missed, only what is still ahead is told.
 * @returns how many reminders were looked at
 */
export async function remindPayers(ctx: Context<SystemActor>): Promise<number> {
  const found = await findDueReminders(ctx.db);
  if (found.length === 0) return 0;
  const shortfalls = await readShortfalls(
    ctx,
    found.filter(({ kind, nextChargeAt, pausedAt, now }) => {
      const isAhead = nextChargeAt !== null && nextChargeAt > now && pausedAt === null;
      return kind === "subscription_balance_low" && isAhead;
    }),
  );
  return transaction(ctx.db, async (tx) => {
    const taken = await takeReminders(tx, found);
    const steps = taken.map((reminder) => decide(reminder, shortfalls));
    await queueSubscriptionMails(
      tx,
      steps.flatMap(({ mail }) => mail ?? []),
    );
    await moveOn(tx, steps);
    return steps.length;
  });
}

function decide(reminder: DueReminder, shortfalls: ReadonlyMap<string, Shortfall>): Step {
  const { kind, now, subscriptionId, pausedAt, succeeded } = reminder;
  const item = agendaOf(reminder).find((listed) => listed.kind === kind);
  if (!item || succeeded) return { reminder, about: null, remindAt: null, mail: null };
  const { about, leads } = item;
  const lead = dueLead(leads, about, now);
  const next = { reminder, about, remindAt: nextLook(leads, about, now), mail: null };
  if (lead === null) return next;
  // Nothing is collected meanwhile: it is told of when it is resumed, if there is time.
  if (pausedAt !== null) return { ...next, remindAt: new Date(now.getTime() + DAY_MS) };
  const subject = `${subscriptionId}:${about.toISOString()}:${lead}`;
  const mail = { subscriptionId, mail: reminders[kind], subject };
  if (kind === "subscription_ending") {
    return { ...next, mail: { ...mail, told: { endsAt: about.toISOString() } } };
  }
  if (kind === "subscription_renewal_upcoming") return { ...next, mail };
  const shortfall = shortfalls.get(subscriptionId);
  if (shortfall === undefined) return { ...next, remindAt: new Date(now.getTime() + LATER_MS) };
  if (shortfall === null) return next;
  const { blocker, missing } = shortfall;
  return {
    ...next,
    mail: { ...mail, told: { blocker, missing: missing === null ? null : String(missing) } },
  };
}

async function moveOn(tx: TransactionSql, steps: readonly Step[]): Promise<void> {
  const rows = steps.map(({ reminder: { subscriptionId, kind }, about, remindAt }) => ({
    subscriptionId,
    kind,
    about,
    remindAt,
  }));
  const table = tx`json_to_recordset(${asRows(rows)}::text::json)
    as n("subscriptionId" text, kind text, about timestamptz, "remindAt" timestamptz)`;
  await tx`
    update subscription_reminders r set about = n.about, remind_at = n."remindAt"
    from ${table}
    where r.subscription_id = n."subscriptionId" and r.kind = n.kind and n.about is not null`;
  await tx`
    delete from subscription_reminders r using ${table}
    where r.subscription_id = n."subscriptionId" and r.kind = n.kind and n.about is null`;
}
