import { asRows } from "@/db/as-rows";
import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { updateNotificationPreferences as declaration } from "@/lib/contract/insight/notifications";
import { invalidRequest } from "@/lib/core/errors";
import {
  channelsOf,
  type NotificationChoice,
  type NotificationKind,
  notificationKinds,
} from "@/lib/core/insight/notification-kinds";
import { emailPrefOf } from "@/lib/core/mails/mail-kinds";
import { setNotificationMails } from "@/lib/domain/merchants/notification-mails";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { getNotificationPreferences } from "./get-notification-preferences";

type Preferences = OutputOf<typeof declaration>;

interface Change {
  readonly kind: NotificationKind;
  readonly bell: boolean | null;
  readonly mail: boolean | null;
}

/**
 * Changes where a member wants the notifications of the given kinds, and keeps the others.
 * @throws Refusal `invalid_request` with `choice_unavailable`: the kind has no such notifications for this member
 * @throws Refusal `not_found`: the merchant
 */
export function updateNotificationPreferences(
  ctx: Context<SessionActor>,
  { preferences }: InputOf<typeof declaration>,
): Promise<Preferences> {
  return transaction(ctx.db, async (tx) => {
    const before = await getNotificationPreferences({ ...ctx, db: tx });
    const changes = notificationKinds.flatMap((kind) => {
      const wanted = preferences[kind];
      return wanted === undefined ? [] : [changeOf(before, kind, wanted)];
    });
    await write(tx, ctx.actor, changes);
    return getNotificationPreferences({ ...ctx, db: tx });
  });
}

function changeOf(
  { data }: Preferences,
  kind: NotificationKind,
  wanted: NotificationChoice,
): Change {
  const choices = data.find((known) => known.kind === kind)?.choices ?? [];
  if (!choices.includes(wanted)) {
    const message = "This kind of notification is not sent there.";
    const details = { reason: "choice_unavailable", choices } as const;
    throw invalidRequest(`preferences.${kind}`, message, details);
  }
  const { bell, mail } = channelsOf(wanted);
  return {
    kind,
    bell: choices.includes("bell") ? bell : null,
    mail: choices.includes("mail") ? mail : null,
  };
}

async function write(
  tx: TransactionSql,
  { merchantId, userId }: SessionActor,
  changes: readonly Change[],
): Promise<void> {
  const ofMerchant = changes.filter(({ kind }) => emailPrefOf(kind) !== undefined);
  for (const { kind, mail } of ofMerchant) {
    if (mail !== null) await setNotificationMails(tx, merchantId, { kind, wanted: mail });
  }
  const rows = changes.map((change) =>
    ofMerchant.includes(change) ? { ...change, mail: null } : change,
  );
  await tx`
    insert into notification_preferences as p (merchant_id, user_id, kind, bell, mail)
    select s.merchant_id, s.user_id, c.kind, c.bell, c.mail
    from memberships s
    cross join json_to_recordset(${asRows(rows)}::text::json)
      as c (kind text, bell boolean, mail boolean)
    where s.merchant_id = ${merchantId} and s.user_id = ${userId}
    order by c.kind
    on conflict (merchant_id, user_id, kind) do update
    set bell = coalesce(excluded.bell, p.bell), mail = coalesce(excluded.mail, p.mail)`;
}
