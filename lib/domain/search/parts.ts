import { ownedBy } from "@/lib/domain/owned-by";
import type { Fragment, Part, Search } from "./hit-rows";

/** Above every text that begins with the one before it. */
const LAST = "\u{10FFFF}";

/** What a column of `alias` begins with, whatever its capitals: `prefixIndex` finds it. */
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

/** Where an amount is, and its currency where another table has it. */
interface AmountColumn {
  readonly alias: string;
  readonly column?: "amount" | "total";
  readonly currencyOf?: string;
}

/**
 * What is over one of some amounts: `amountIndex` finds each. What its hash leaves to compare stands in a case, so that
 * the planner looks for no other index for it.
 */
export function overAmounts(
  { db, actor, terms }: Search,
  { alias, column = "amount", currencyOf = alias }: AmountColumn,
): Part[] {
  const { merchantId, mode } = actor;
  const row = db(alias);
  const { amounts = [], currency = null } = terms.amount ?? {};
  return amounts.map((amount) => ({
    matched: "amount",
    where: db`
      amount_key(${row}.merchant_id, ${row}.mode, ${row}.${db(column)})
        = amount_key(${merchantId}, ${mode}, ${amount.toString()}::numeric)
      and case when ${ownedBy(db, actor, alias)} and ${row}.${db(column)} = ${amount.toString()}::numeric
        ${currency ? db`and ${db(currencyOf)}.currency = ${currency}` : db``} then true end`,
    order: db`${row}.created_at desc`,
  }));
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
