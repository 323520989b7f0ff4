import type { Db } from "@/db/client";
import type { SessionActor } from "@/lib/domain/platform/context";

interface MessageRow {
  id: string;
  title: string;
  body: string;
  createdAt: Date;
}

/** A badge says no more than this. */
export const MOST_COUNTED = 100;

/** The newest broadcasts that have reached a merchant; they belong to both modes. */
export const readBroadcasts = (db: Db, { merchantId }: SessionActor, limit: number) =>
  db<MessageRow[]>`
    select b.id, b.title, b.body, d.created_at
    from broadcast_deliveries d join broadcasts b on b.id = d.broadcast_id
    where d.merchant_id = ${merchantId} order by d.created_at desc limit ${limit}`;

/** How many of them are unread, as a query. */
export const countBroadcasts = (db: Db, { merchantId }: SessionActor, readAt: Date | null) => db`
  select count(*) from (
    select from broadcast_deliveries
    where merchant_id = ${merchantId}
      and created_at > coalesce(${readAt}::timestamptz, '-infinity')
    limit ${MOST_COUNTED}
  ) unread_broadcasts`;

/** A broadcast as a notification. */
export const viewBroadcast = (
  { id, title, body, createdAt }: MessageRow,
  { mode }: SessionActor,
  readAt: Date | null,
) => ({
  id: id.replace(/^bc(?:ast)?_/, "ntf_"),
  object: "notification" as const,
  mode,
  type: "broadcast" as const,
  title,
  body,
  resource: { type: "broadcast", id },
  amount: null,
  currency: null,
  createdAt,
  read: readAt !== null && createdAt <= readAt,
});
