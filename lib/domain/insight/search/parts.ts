import { ownedBy } from "@/lib/domain/platform/owned-by";
import { type Fragment, MOST, type Part, type Search } from "./hit-rows";

/** Above every text that begins with the one before it. */
const LAST = "\u{10FFFF}";

/** Rows whose column of `alias` begins with the text, in any case: `prefixIndex` serves it. */
export function beginning(
  { db, actor }: Pick<Search, "db" | "actor">,
  { alias, column, text }: { alias: string; column: string; text: string },
): Pick<Part, "where" | "order"> {
  const lowered = db`lower(${db(alias)}.${db(column)})`;
  return {
    where: db`
      ${ownedBy(db, actor, alias)} and ${lowered} ~>=~ lower(${text})
      and ${lowered} ~<~ (lower(${text}) || ${LAST})`,
    order: db`${lowered} using ~<~`,
  };
}

/** How many of a kind are looked through for an amount: an index would be a part of every payment for ever. */
const LOOKED_THROUGH = 5_000;

/** Where an amount is, and its currency, as of the row `newest`. */
interface AmountColumn {
  readonly alias: string;
  readonly table: "payment_sessions" | "transactions" | "refunds" | "invoices";
  readonly amount: Fragment;
  readonly currency: Fragment;
}

/** What is over one of some amounts, among the newest: they are read by the index of their list. */
export function overAmounts(
  { db, actor, terms }: Search,
  { alias, table, amount, currency }: AmountColumn,
): Part[] {
  if (!terms.amount) return [];
  const amounts = terms.amount.amounts.map((one) => one.toString());
  const inCurrency = terms.amount.currency ? db`and ${currency} = ${terms.amount.currency}` : db``;
  const newest = db`
    select n.* from ${db(table)} n where ${ownedBy(db, actor, "n")}
    order by n.created_at desc limit ${LOOKED_THROUGH}`;
  const where = db`${db(alias)}.id = any(array(
    select newest.id from (${newest}) newest
    where ${amount} = any(${amounts}::numeric[]) ${inCurrency} limit ${MOST}
  ))`;
  return partOf("amount", where, db`${db(alias)}.created_at desc`);
}

/** A part of a query, where there is what it asks for. */
export function partOf(matched: Part["matched"], where: Fragment | null, order: Fragment): Part[] {
  return where ? [{ matched, where, order }] : [];
}

/** The condition on an object's id, where the text is one of its kind. */
export function idOf({ db, actor, terms }: Search, kind: string, alias: string): Fragment | null {
  if (terms.id?.kind !== kind) return null;
  return db`${db(alias)}.id = ${terms.id.id} and ${ownedBy(db, actor, alias)}`;
}

/** A part of a query for what begins with a text, where there is one. */
export function beginningOf(
  search: Search,
  matched: Part["matched"],
  { alias, column, text }: { alias: string; column: string; text: string | null },
): Part[] {
  return text === null ? [] : [{ matched, ...beginning(search, { alias, column, text }) }];
}
