import type { TransactionSql } from "@/db/client";

/** What is to be made, and whose it is. */
export interface Filling {
  /** The rows of each list. */
  rows: number;
  /** Has most of the rows, in both modes. */
  big: string;
  other: string;
  /** Every mode's deployment is this one: nothing here asks for its contracts. */
  deploymentId: string;
}

/** The numbered rows with their filling. `usual` is what nearly all rows of the big merchant are. */
export function numbered(tx: TransactionSql, { rows, big, other }: Filling) {
  return tx`
    select g, left(md5(g::text), 24) as random, sha256(g::text::bytea) as hash, share, share < 7 as is_big,
      case when share < 7 then ${big} when share < 9 then ${other}
        else 'mer_' || (g / 20) % 20 end as merchant_id,
      case when share in (6, 8) then 'live' else 'test' end as mode,
      share < 7 and g > 24 as usual,
      '2026-01-01T00:00:00Z'::timestamptz + g / 3 * interval '1 second' as created_at
    from generate_series(1, ${rows}::int) g,
      lateral (select case when g <= 4000 and g % 2 = 0 then 0 else g / 2 % 10 end as share) s`;
}

/** A reference that a third of the big merchant's rows share, and that a few of its oldest have. */
export const reference = (tx: TransactionSql, prefix: string) => tx`
  ${prefix}::text || case when not is_big then random when not usual then 'rare'
    when g % 3 = 0 then 'frequent' else random end`;
