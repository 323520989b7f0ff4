import type { Address } from "@/lib/core/chain/hex";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isOnSale } from "@/lib/domain/storefronts/products/product-rows";
import { type Fragment, type HitRow, hitsOf, type Search } from "./hit-rows";
import { beginningOf, idOf, overAmounts, partOf } from "./parts";

/** Payment sessions by the hash of their id that the chain has, or by amount. */
export function findSessions(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    s.id, s.description as title, s.status, s.amount, s.currency, s.created_at from payment_sessions s`;
  const byRef = terms.hash && db`s.ref = ${terms.hash} and ${ownedBy(db, actor, "s")}`;
  const order = db`s.created_at desc`;
  return hitsOf(db, found, [
    ...partOf("hash", byRef, order),
    ...partOf("id", idOf(search, "payment_session", "s"), order),
    ...overAmounts(search, {
      alias: "s",
      table: "payment_sessions",
      amount: db`newest.amount`,
      currency: db`newest.currency`,
    }),
  ]);
}

/** Transactions by the chain's hash, by the payer's address where it is a customer's, or by amount. */
export function findTransactions(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    t.id, t.type as title, t.status, t.amount, t.currency, t.created_at from transactions t`;
  const byHash =
    terms.hash &&
    db`t.id = any(array(
      select transactions_with_hash(${terms.hash}, ${actor.merchantId}, ${actor.mode})
    )) and ${ownedBy(db, actor, "t")}`;
  const byPayer = terms.address && ofPayer(search, terms.address);
  const order = db`t.created_at desc`;
  return hitsOf(db, found, [
    ...partOf("hash", byHash, order),
    ...partOf("address", byPayer, order),
    ...partOf("id", idOf(search, "transaction", "t"), order),
    ...overAmounts(search, {
      alias: "t",
      table: "transactions",
      amount: db`newest.amount`,
      currency: db`newest.currency`,
    }),
  ]);
}

/** The transactions of the customer whose wallet it is, by the index of hashes: what that leaves to compare stands in a case. */
function ofPayer({ db, actor }: Search, wallet: Address): Fragment {
  const customer = db`(
    select c.id from customers c
    where ${ownedBy(db, actor, "c")} and c.wallet_address = ${wallet}
  )`;
  return db`
    customer_hash(t.customer_id) = customer_hash(${customer}) and t.customer_id is not null
    and case when t.customer_id = ${customer} and ${ownedBy(db, actor, "t")} then true end`;
}

/** Refunds by a hash, recorded, the relay's or of the chain, by the reference that the contract has, or by amount. */
export function findRefunds(search: Search, chainIds: readonly number[]): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    r.id, r.reason as title, r.status, r.amount, t.currency, r.created_at
    from refunds r join transactions t on t.id = r.transaction_id`;
  const own = ownedBy(db, actor, "r");
  const { hash } = terms;
  const order = db`r.created_at desc`;
  const hashed = (condition: Fragment) => partOf("hash", hash && condition, order);
  return hitsOf(db, found, [
    ...hashed(db`${own} and r.refund_tx_hash = ${hash}`),
    ...hashed(db`r.chain_id = any(${[...chainIds]}::int[]) and r.tx_hash = ${hash} and ${own}`),
    ...hashed(db`r.refund_ref = ${hash} and ${own}`),
    ...hashed(db`r.id = any(array(
      select refund_id from refund_authorizations where tx_hash = ${hash}
    )) and ${own}`),
    ...partOf("id", idOf(search, "refund", "r"), order),
    ...overAmounts(search, {
      alias: "r",
      table: "refunds",
      amount: db`newest.amount`,
      currency: db`(select currency from transactions where id = newest.transaction_id)`,
    }),
  ]);
}

/** Invoices by number, by the customer's address of e-mail or name, or by their total. */
export function findInvoices(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    i.id, i.number::text || coalesce(' ' || coalesce(i.customer_name, i.customer_email), '') as title,
    i.status, i.total as amount, i.currency, i.created_at from invoices i`;
  const byNumber =
    terms.invoiceNumber && db`${ownedBy(db, actor, "i")} and i.number = ${terms.invoiceNumber}`;
  const order = db`i.created_at desc`;
  return hitsOf(db, found, [
    ...partOf("number", byNumber || null, order),
    ...partOf("id", idOf(search, "invoice", "i"), order),
    ...beginningOf(search, "email", { alias: "i", column: "customer_email", text: terms.email }),
    ...beginningOf(search, "name", { alias: "i", column: "customer_name", text: terms.name }),
    ...overAmounts(search, {
      alias: "i",
      table: "invoices",
      amount: db`newest.total`,
      currency: db`newest.currency`,
    }),
  ]);
}

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

/** Payment links by name. */
export function findLinks(search: Search): Promise<HitRow[]> {
  const { db, terms } = search;
  const found = db`
    l.id, l.name as title, case when l.active then 'active' else 'off' end as status, l.amount,
    l.currency, l.created_at from payment_links l`;
  return hitsOf(db, found, [
    ...partOf("id", idOf(search, "payment_link", "l"), db`l.created_at desc`),
    ...beginningOf(search, "name", { alias: "l", column: "name", text: terms.name }),
  ]);
}

/** Products by name. */
export function findProducts(search: Search): Promise<HitRow[]> {
  const { db, terms } = search;
  const found = db`
    p.id, p.name as title,
    case when ${isOnSale(db)} then 'on sale' when p.archived_at is not null then 'archived'
      when p.is_active then 'plan archived' else 'hidden' end as status,
    p.price as amount, p.currency, p.created_at from storefront_products p`;
  return hitsOf(db, found, [
    ...partOf("id", idOf(search, "product", "p"), db`p.created_at desc`),
    ...beginningOf(search, "name", { alias: "p", column: "name", text: terms.name }),
  ]);
}

/** Agents' jobs by the vendor's wallet, or by the hash of their id that the chain has. */
export function findAgentJobs(search: Search): Promise<HitRow[]> {
  const { db, actor, terms } = search;
  const found = db`
    j.id, left(j.description, 80) as title, j.status, j.amount, j.currency, j.created_at
    from agent_jobs j`;
  const own = ownedBy(db, actor, "j");
  const byHash = terms.hash && db`j.proposal_id = ${terms.hash} and ${own}`;
  const byVendor = terms.address && db`${own} and j.vendor_address = ${terms.address}`;
  const order = db`j.created_at desc`;
  return hitsOf(db, found, [
    ...partOf("hash", byHash, order),
    ...partOf("id", idOf(search, "agent_job", "j"), order),
    ...partOf("address", byVendor, order),
  ]);
}
