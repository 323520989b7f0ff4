import type { z } from "zod";
import type { Db } from "@/db/client";
import type { webhookDelivery } from "@/lib/contract/webhooks/webhook-deliveries";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import { eventBody } from "@/lib/domain/platform/events/view";
import { withholdBodyData } from "@/lib/domain/platform/events/withhold-data";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";
import type { DeliveryRow } from "./delivery-rows";

export type DeliveryView = z.output<typeof webhookDelivery>;

/**
 * A delivery as the merchant sees it. The first of an event has no date of its own: it is due at once.
 * @param requestBody what was sent, where it is known
 */
export function viewDelivery(row: DeliveryRow, requestBody: string | null): DeliveryView {
  const dueAtOnce = row.status === "pending" ? row.createdAt : null;
  return {
    ...row,
    object: "webhook_delivery",
    attemptedAt: row.startedAt,
    nextAttemptAt: row.nextAttemptAt ?? dueAtOnce,
    requestBody,
  };
}

/**
 * The bodies of deliveries that were sent, by the delivery's id. They are not stored: an event has the same
 * bytes at every attempt. The data of an event that the caller may not read is left out.
 */
export async function requestBodies(
  { db, config, actor }: Pick<Context<MerchantActor>, "db" | "config" | "actor">,
  rows: readonly DeliveryRow[],
): Promise<Map<string, string>> {
  const attempted = rows.filter(({ startedAt }) => startedAt !== null);
  if (attempted.length === 0) return new Map();
  const oldest = (await readClock(db)).getTime() - config.RETENTION_BODY_DAYS * 86_400_000;
  const sent = attempted.filter(({ createdAt }) => createdAt.getTime() >= oldest);
  const events = await findEvents(
    db,
    actor,
    sent.map(({ eventId }) => eventId),
  );
  const bodies = new Map(
    events.map((event) => [event.id, withholdBodyData(actor, eventBody(event))]),
  );
  return new Map(
    sent.flatMap(({ id, eventId }) => {
      const body = bodies.get(eventId);
      return body === undefined ? [] : [[id, body] as const];
    }),
  );
}

function findEvents(db: Db, { merchantId, mode }: MerchantActor, ids: readonly string[]) {
  return db<EventRow[]>`
    select e.* from events e
    where e.id = any (${[...new Set(ids)]}) and ${ownedBy(db, { merchantId, mode }, "e")}`;
}
