import type { Db, TransactionSql } from "@/db/client";
import type { webhookEndpoints } from "@/db/schema/webhooks";
import { notFound } from "@/lib/core/errors";
import { everyEvent } from "@/lib/core/webhooks/event-kinds";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The kinds that an endpoint registers for, each once; beside every one there is no other. */
export const uniqueEvents = (events: EndpointRow["events"]): EndpointRow["events"] =>
  events.includes(everyEvent) ? [everyEvent] : [...new Set(events)];

/** The keys that have changed an endpoint once the actor does: a person who confirms it answers for it. */
export const changersOf = (actor: MerchantActor, { changedByKeys }: EndpointRow): string[] =>
  actor.kind === "key" ? [...new Set([...changedByKeys, actor.keyId])] : [];

/**
 * One of the merchant's endpoints.
 * @throws Refusal `not_found`
 */
export async function findEndpoint(
  db: Db,
  { merchantId, mode }: Owner,
  id: string,
): Promise<EndpointRow> {
  const [row] = await db<EndpointRow[]>`
    select * from webhook_endpoints
    where id = ${id} and ${ownedBy(db, { merchantId, mode })} and deleted_at is null`;
  if (!row) throw notFound("webhook endpoint");
  return row;
}

/**
 * The same, locked against every other change until the transaction ends. Events for it can still
 * be recorded meanwhile.
 * @throws Refusal `not_found`
 */
export async function lockEndpoint(
  tx: TransactionSql,
  owner: Owner,
  id: string,
): Promise<EndpointRow> {
  await tx`
    select 1 from webhook_endpoints
    where id = ${id} and ${ownedBy(tx, owner)}
    for no key update`;
  return findEndpoint(tx, owner, id);
}
