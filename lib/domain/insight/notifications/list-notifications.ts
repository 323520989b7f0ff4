import type { Db } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listNotifications as declaration } from "@/lib/contract/insight/notifications";
import { type Currency, currencies, toDecimal } from "@/lib/core/amounts/money";
import {
  type BellKind,
  type NotificationType,
  nextTermTitle,
  notificationTitles,
  typesInBell,
} from "@/lib/core/insight/notification-kinds";
import { isObject, type JsonObject } from "@/lib/core/text/json";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { DEFAULT_LIMIT } from "@/lib/domain/platform/pages/page";
import {
  countBroadcasts,
  MOST_COUNTED,
  readBroadcasts,
  viewBroadcast,
} from "./broadcast-notifications";
import { countUndelivered, readUndelivered, viewUndelivered } from "./undelivered-notifications";

interface NotifiedEvent {
  id: string;
  type: NotificationType;
  resourceType: string | null;
  resourceId: string;
  object: JsonObject;
  createdAt: Date;
  /** A subscriber has agreed to the time after the present term. */
  isNextTerm: boolean;
}

/**
 * The newest notifications of a merchant in the mode, of the kinds that the person has in the bell. They are read from the
 * events: the newest of each type by its index, so that the cost follows from `limit` alone. Mails about invoices that did
 * not arrive and broadcasts to the merchant stand among them.
 */
export async function listNotifications(
  { db, actor }: Context<SessionActor>,
  { limit = DEFAULT_LIMIT }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const bell = await readBell(db, actor);
  const { readAt } = bell;
  const rows = await readEvents(db, actor, { ...bell, limit });
  const undelivered = await readUndelivered(db, actor, { ...bell, limit });
  const messages = await readBroadcasts(db, actor, limit);
  const shown = [
    ...rows.map((row) => viewNotification(row, actor, readAt)),
    ...undelivered.map((row) => viewUndelivered(row, actor, readAt)),
    ...messages.map((row) => viewBroadcast(row, actor, readAt)),
  ];
  shown.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return {
    object: "list",
    data: shown.slice(0, limit),
    hasMore: false,
    nextCursor: null,
    url: "/v1/notifications",
    unreadCount: await countUnread(db, actor, bell),
    notificationsLastReadAt: readAt,
  };
}

interface Bell {
  readonly readAt: Date | null;
  readonly types: BellKind[];
}

const readEvents = (db: Db, actor: SessionActor, { types, limit }: Bell & { limit: number }) =>
  db<NotifiedEvent[]>`
    select e.*, case when e.type = 'subscription.created' then coalesce((
        select next_term from subscriptions where id = e.resource_id
      ), false) else false end as is_next_term
    from unnest(${types}::text[]) k (type)
    cross join lateral (
      select id, type, resource_type, resource_id, object, created_at from events
      where ${ownedBy(db, actor)} and type = k.type
      order by created_at desc limit ${limit}
    ) e
    order by e.created_at desc, e.id desc limit ${limit}`;

/** What a person's bell shows, and since when it is unread. */
async function readBell(db: Db, { merchantId, userId }: SessionActor): Promise<Bell> {
  const [row] = await db<{ readAt: Date | null; chosen: Record<string, boolean> }[]>`
    select notifications_last_read_at as read_at, coalesce((
      select jsonb_object_agg(kind, bell) from notification_preferences
      where merchant_id = ${merchantId} and user_id = ${userId} and bell is not null
    ), '{}') as chosen
    from merchants where id = ${merchantId}`;
  return { readAt: row?.readAt ?? null, types: typesInBell(row?.chosen ?? {}) };
}

async function countUnread(db: Db, actor: SessionActor, bell: Bell): Promise<number> {
  const { readAt, types } = bell;
  const [row] = await db<{ count: number }[]>`
    select least(coalesce(sum(u.count), 0) + (${countBroadcasts(db, actor, readAt)})
      + (${countUndelivered(db, actor, bell)}), ${MOST_COUNTED}::int)::int
      as count
    from unnest(${types}::text[]) k (type)
    cross join lateral (
      select count(*) from (
        select from events
        where ${ownedBy(db, actor)} and type = k.type
          and created_at > coalesce(${readAt}::timestamptz, '-infinity')
        limit ${MOST_COUNTED}
      ) unread
    ) u`;
  return row?.count ?? 0;
}

function viewNotification(row: NotifiedEvent, { mode }: SessionActor, readAt: Date | null) {
  const { id, type, resourceType, resourceId, object, createdAt } = row;
  const amount = amountOf(type === "subscription.charged" ? chargeOf(object) : object);
  const currency = currencies.find((known) => known === object.currency) ?? null;
  return {
    id: id.replace(/^evt_/, "ntf_"),
    object: "notification" as const,
    mode,
    type,
    title: row.isNextTerm ? nextTermTitle : notificationTitles[type],
    body: bodyOf(object, amount, currency),
    resource: { type: resourceType ?? "payment_session", id: resourceId },
    amount,
    currency,
    createdAt,
    read: readAt !== null && createdAt <= readAt,
  };
}

/** A charge that becomes final; it may be a part of what its period costs. */
const chargeOf = (subscription: JsonObject): JsonObject =>
  isObject(subscription.latestCharge) ? subscription.latestCharge : subscription;

/** Smallest unit, in digits; an invoice has it as its total. */
function amountOf({ amount, total }: JsonObject): string | null {
  const digits = amount ?? total;
  return typeof digits === "string" && /^[0-9]{1,78}$/.test(digits) ? digits : null;
}

function bodyOf(
  { description, subject }: JsonObject,
  amount: string | null,
  currency: Currency | null,
): string {
  const money = amount !== null && currency ? `${toDecimal(BigInt(amount))} ${currency}` : "";
  const told = [description, subject].find((one) => typeof one === "string");
  const text = typeof told === "string" ? told : "";
  return [money, text].filter((part) => part !== "").join(": ");
}
