import { type HitRow, hitsOf, type Search } from "./hit-rows";
import { beginning, beginningOf, idOf, partOf } from "./parts";

/** Events by id. */
export function findEvents(search: Search): Promise<HitRow[]> {
  const { db } = search;
  const found = db`
    e.id, e.type as title, null::text as status, null::numeric as amount, null::text as currency,
    e.created_at from events e`;
  return hitsOf(db, found, partOf("id", idOf(search, "event", "e"), db`e.created_at desc`));
}

/** Webhook endpoints by host; deleted ones are not found. */
export function findEndpoints(search: Search): Promise<HitRow[]> {
  const { db, terms } = search;
  const found = db`
    w.id, w.url as title, w.status, null::numeric as amount, null::text as currency, w.created_at
    from webhook_endpoints w`;
  const parts = [
    ...partOf("id", idOf(search, "webhook_endpoint", "w"), db`w.created_at desc`),
    ...beginningOf(search, "name", { alias: "w", column: "destination", text: terms.name }),
  ];
  const kept = parts.map((part) => ({
    ...part,
    where: db`${part.where} and w.deleted_at is null`,
  }));
  return hitsOf(db, found, kept);
}

/** Webhook deliveries by id. */
export function findDeliveries(search: Search): Promise<HitRow[]> {
  const { db } = search;
  const found = db`
    v.id, w.url as title, v.status, null::numeric as amount, null::text as currency, v.created_at
    from webhook_deliveries v left join webhook_endpoints w on w.id = v.endpoint_id`;
  return hitsOf(
    db,
    found,
    partOf("id", idOf(search, "webhook_delivery", "v"), db`v.created_at desc`),
  );
}

/** API keys by how they begin, by name, or by the whole key, of which its ends are looked for. */
export function findKeys(search: Search): Promise<HitRow[]> {
  const { db, terms } = search;
  const found = db`
    k.id, k.name as title, k.status, null::numeric as amount, null::text as currency, k.created_at
    from api_keys k`;
  const order = db`k.created_at desc`;
  return hitsOf(db, found, [
    ...byKey(search),
    ...partOf("id", idOf(search, "api_key", "k"), order),
    ...beginningOf(search, "name", { alias: "k", column: "name", text: terms.name }),
  ]);
}

function byKey(search: Search) {
  const { db, terms } = search;
  if (!terms.key) return [];
  const { prefix, last4 } = terms.key;
  const { where, order } = beginning(search, { alias: "k", column: "prefix", text: prefix });
  const whole = last4 === null ? where : db`${where} and k.last4 = ${last4}`;
  return [{ matched: "key" as const, where: whole, order }];
}
