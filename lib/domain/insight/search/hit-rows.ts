import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import type { MatchedField, SearchTerms } from "@/lib/core/text/search-terms";
import type { MerchantActor } from "@/lib/domain/platform/context";

/** What was found, as each kind's query returns it. */
export interface HitRow {
  id: string;
  matched: MatchedField;
  title: string | null;
  status: string | null;
  amount: bigint | null;
  currency: Currency | null;
  createdAt: Date;
}

/** What a kind's query asks with. */
export interface Search {
  readonly db: Db;
  readonly actor: MerchantActor;
  readonly terms: SearchTerms;
}

export type Fragment = PendingQuery<Row[]>;

/** How many of a kind are shown. */
export const MOST = 5;

/** What one index finds. */
export interface Part {
  readonly matched: MatchedField;
  readonly where: Fragment;
  /** As the index has it. */
  readonly order: Fragment;
}

/**
 * Asks for what the parts find, each of which an index finds, in one query.
 * @param found the columns of `HitRow` after `matched`, and the tables that they are from
 */
export async function hitsOf(db: Db, found: Fragment, parts: readonly Part[]): Promise<HitRow[]> {
  if (parts.length === 0) return [];
  const selects = parts.map(
    ({ matched, where, order }, place) => db`
      ${place === 0 ? db`` : db`union all`}
      (select ${place}::int as place, ${matched}::text as matched, ${found} where ${where}
        order by ${order} limit ${MOST})`,
  );
  const rows = await db<HitRow[]>`
    select id, matched, title, status, amount, currency, created_at
    from (${selects}) found order by place, created_at desc`;
  const first = new Map(rows.toReversed().map((row) => [row.id, row]));
  return rows.filter((row) => first.get(row.id) === row).slice(0, MOST);
}
