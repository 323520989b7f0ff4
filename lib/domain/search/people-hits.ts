import { ownedBy } from "@/lib/domain/owned-by";
import { type HitRow, hitsOf, type Search } from "./hit-rows";
import { beginningOf, idOf, partOf } from "./parts";

/** Customers by wallet, address of e-mail, name, or the merchant's own reference. */
export function findCustomers(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    c.id, coalesce(c.name, c.email, c.external_ref, '0x' || encode(c.wallet_address, 'hex')) as title,
    null::text as status, null::numeric as amount, null::text as currency, c.created_at from customers c`;
  const own = ownedBy(db, actor, "c");
  const order = db`c.created_at desc`;
  const byWallet = terms.address && db`${own} and c.wallet_address = ${terms.address}`;
  const byReference = terms.name === null ? null : db`${own} and c.external_ref = ${terms.name}`;
  return hitsOf(db, found, [
    ...partOf("address", byWallet, order),
    ...partOf("id", idOf(search, "customer", "c"), order),
    ...beginningOf(search, "email", { alias: "c", column: "email", text: terms.email }),
    ...partOf("reference", byReference, order),
    ...beginningOf(search, "name", { alias: "c", column: "name", text: terms.name }),
  ]);
}

/** Subscriptions by the payer's wallet. */
export function findSubscriptions(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    u.id, p.name as title, u.status, u.amount, u.currency, u.created_at
    from subscriptions u left join subscription_plans p on p.id = u.plan_id`;
  const order = db`u.created_at desc`;
  const byPayer =
    terms.address &&
    db`u.payer = ${terms.address} and case when ${ownedBy(db, actor, "u")} then true end`;
  return hitsOf(db, found, [
    ...partOf("address", byPayer, order),
    ...partOf("id", idOf(search, "subscription", "u"), order),
  ]);
}

/** Plans by name. */
export function findPlans(search: Search): Promise<HitRow[]> {
  const { db, terms } = search;
  const found = db`
    p.id, p.name as title, case when p.active then 'active' else 'archived' end as status, p.amount,
    p.currency, p.created_at from subscription_plans p`;
  return hitsOf(db, found, [
    ...partOf("id", idOf(search, "subscription_plan", "p"), db`p.created_at desc`),
    ...beginningOf(search, "name", { alias: "p", column: "name", text: terms.name }),
  ]);
}
