import { transaction } from "@/db/client";
import { broadcastMail } from "@/lib/domain/insight/notifications/broadcast-mail";
import { queueMails } from "@/lib/domain/mails/queue-mail";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { BroadcastRow } from "./list-broadcasts";

const BATCH = 200;

/**
 * Hands the oldest unsent broadcast to the next merchants, in the order of their ids: each has one notification and one
 * mail, written in the transaction that moves the broadcast on. A step that is broken off leaves nothing. Waits for the row
 * while the outcome of a mail is counted on it.
 * @returns how many merchants were reached, or null when nothing is left to send
 */
export async function sendBroadcasts({
  db,
}: Pick<Context<SystemActor>, "db">): Promise<number | null> {
  return transaction(db, async (tx) => {
    const [broadcast] = await tx<BroadcastRow[]>`
      select * from broadcasts where sent_at is null
      order by created_at limit 1 for no key update`;
    if (!broadcast) return null;
    const { id, audience, merchantId, reachedId } = broadcast;
    const whom =
      audience === "all" ? tx`status = 'active' and id > ${reachedId}` : tx`id = ${merchantId}`;
    const merchants = await tx<{ merchantId: string }[]>`
      insert into broadcast_deliveries (broadcast_id, merchant_id, state)
      select ${id}, id, case when email is null then 'failed' else 'queued' end
      from (select id, email from merchants where ${whom} order by id limit ${BATCH}) next
      on conflict (broadcast_id, merchant_id) do nothing returning merchant_id`;
    const reached = merchants.map((row) => row.merchantId);
    await queueMails(
      tx,
      tx`select m.id as merchant_id, 'live' as mode, ${broadcastMail.kind} as kind,
        m.email as recipient, ${id}::text || ':' || m.id as about, false as withheld,
        jsonb_build_object('businessName', m.business_name, 'broadcastId', ${id}::text,
          'merchantId', m.id, 'title', ${broadcast.title}::text, 'body', ${broadcast.body}::text)
          as facts
      from merchants m where m.id = any (${reached}::text[])`,
    );
    const isLast = audience === "merchant" || reached.length < BATCH;
    await tx`
      update broadcasts set recipients = recipients + ${reached.length},
        failed = failed + (
          select count(*)::int from broadcast_deliveries
          where broadcast_id = ${id} and merchant_id = any (${reached}::text[])
            and state = 'failed'
        ),
        reached_id = coalesce((select max(one) from unnest(${reached}::text[]) one), reached_id),
        sent_at = case when ${isLast} then clock_now() end
      where id = ${id} and sent_at is null`;
    return reached.length;
  });
}
