import { asRows } from "@/db/as-rows";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { AlertKind } from "@/lib/core/operations/alert-kinds";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import { alertMail } from "./alert-mail";
import type { Notice } from "./alert-message";
import type { AlertsFound } from "./judge-alerts";

/** An alert that is still open is told of again after so long. */
export const WINDOW_SECONDS = 3_600;
/** It is over when no process has found it for so long: one of them may still see what others do not. */
const QUIET_SECONDS = 60;

/** What a process has found. */
export interface AlertStep extends AlertsFound {
  /** Told of by this process while no alert could be stored. */
  readonly told: readonly Notice[];
  /** Whether there is an `ALERT_WEBHOOK_URL`. */
  readonly hasWebhook: boolean;
}

/**
 * Stores what a process has found. A row changes by one conditional statement, so of several processes one makes the
 * notice; admin users get their mails in the same transaction.
 * @returns the alerts that are open now
 */
export async function storeAlerts(db: Db, step: AlertStep): Promise<AlertKind[]> {
  if (step.open.size === 0 && step.told.length === 0) {
    const [row] = await db`select from alerts where cleared_at is null limit 1`;
    if (!row) return [];
  }
  return transaction(db, async (tx) => {
    await adopt(tx, step.told);
    const found = asRows([...step.open].map(([kind, detail]) => ({ kind, detail })));
    const notices = [
      ...(await raise(tx, found, step)),
      ...(await repeat(tx, found, step)),
      ...(await clear(tx, step)),
    ];
    await mailAdmins(tx, notices);
    const open = await tx<{ kind: AlertKind }[]>`
      select kind from alerts where cleared_at is null order by kind`;
    return open.map(({ kind }) => kind);
  });
}

/** What was told of from memory is open, and its notice was sent: also one that was stored after all. */
async function adopt(tx: TransactionSql, told: readonly Notice[]): Promise<void> {
  if (told.length === 0) return;
  await tx`
    update alerts set sent_at = now()
    where kind = any (${told.map(({ kind }) => kind)}::text[]) and cleared_at is null
      and sent_at is null`;
  await tx`
    insert into alerts (kind, detail, raised_at, seen_at, notice, notice_id, noticed_at, sent_at,
      next_attempt_at)
    select t.kind, t.detail, t."raisedAt", now(), t.notice, t."noticeId", t."noticedAt", now(), now()
    from json_to_recordset(${asRows(told)}::text::json) as t (kind text, detail text,
      "raisedAt" timestamptz, notice text, "noticeId" text, "noticedAt" timestamptz)
    order by t.kind
    on conflict (kind) do update set detail = excluded.detail, raised_at = excluded.raised_at,
      seen_at = now(), cleared_at = null, notice = excluded.notice, notice_id = excluded.notice_id,
      noticed_at = excluded.noticed_at, sent_at = now()
    where alerts.cleared_at is not null`;
}

type Stored = Pick<AlertStep, "hasWebhook">;

function raise(tx: TransactionSql, found: string, { hasWebhook }: Stored): Promise<Notice[]> {
  return tx<Notice[]>`
    insert into alerts (kind, detail, raised_at, seen_at, notice, notice_id, noticed_at, sent_at,
      next_attempt_at)
    select kind, detail, now(), now(), 'raised', new_id('alt'), now(), ${sentAt(tx, hasWebhook)}, now()
    from json_to_recordset(${found}::text::json) as f (kind text, detail text)
    order by kind
    on conflict (kind) do update set detail = excluded.detail, raised_at = now(), seen_at = now(),
      cleared_at = null, notice = 'raised', notice_id = excluded.notice_id, noticed_at = now(),
      sent_at = excluded.sent_at, next_attempt_at = now()
    where alerts.cleared_at is not null
    returning notice_id, notice, kind, detail, raised_at, noticed_at`;
}

async function repeat(
  tx: TransactionSql,
  found: string,
  { hasWebhook }: Stored,
): Promise<Notice[]> {
  await tx`
    update alerts a set seen_at = now(), detail = f.detail
    from json_to_recordset(${found}::text::json) as f (kind text, detail text)
    where a.kind = f.kind and a.cleared_at is null`;
  return tx<Notice[]>`
    update alerts a set notice = 'repeated', notice_id = new_id('alt'), noticed_at = now(),
      sent_at = ${sentAt(tx, hasWebhook)}, next_attempt_at = now()
    from json_to_recordset(${found}::text::json) as f (kind text, detail text)
    where a.kind = f.kind and a.cleared_at is null
      and a.noticed_at <= now() - ${WINDOW_SECONDS} * interval '1 second'
    returning a.notice_id, a.notice, a.kind, a.detail, a.raised_at, a.noticed_at`;
}

function clear(
  tx: TransactionSql,
  { over, hasWebhook }: Pick<AlertStep, "over" | "hasWebhook">,
): Promise<Notice[]> {
  return tx<Notice[]>`
    update alerts set cleared_at = now(), notice = 'cleared', notice_id = new_id('alt'),
      noticed_at = now(), sent_at = ${sentAt(tx, hasWebhook)}, next_attempt_at = now()
    where kind = any (${[...over]}::text[]) and cleared_at is null
      and seen_at <= now() - ${QUIET_SECONDS} * interval '1 second'
    returning notice_id, notice, kind, detail, raised_at, noticed_at`;
}

/** Without a webhook a notice waits for nothing. */
const sentAt = (tx: TransactionSql, hasWebhook: boolean) =>
  hasWebhook ? tx`null::timestamptz` : tx`now()`;

/** Mails that cannot be sent are told of by the webhook alone: they would come when it is over. */
async function mailAdmins(tx: TransactionSql, notices: readonly Notice[]): Promise<void> {
  const mailed = notices.filter(({ kind }) => kind !== "mail_failing");
  if (mailed.length === 0) return;
  const given = mailed.map(({ noticeId, notice, kind, detail, raisedAt }) => ({
    noticeId,
    facts: { notice, kind, detail, raisedAt },
  }));
  await queueMails(
    tx,
    tx`select null as merchant_id, 'live' as mode, ${alertMail.kind} as kind,
        a.email as recipient, n.facts, n."noticeId" || ':' || a.id as about, false as withheld
      from admin_users a,
        json_to_recordset(${asRows(given)}::text::json) as n ("noticeId" text, facts jsonb)
      where a.status = 'active' and a.subject is not null`,
  );
}
