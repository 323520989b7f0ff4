import { asRows } from "@/db/as-rows";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { passingResults } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { hasMatch, tellMatches } from "./tell-matches";

/** A screening and what it was made for. */
export interface ScreeningRecord {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  /** What asked for it, such as `relay` or `settlement`. */
  readonly trigger: string;
  /** What follows from it. */
  readonly action: "allowed" | "held" | "refused" | "told";
  /** The submission or transaction that it was made for. */
  readonly resourceId: string;
  readonly screening: Screening;
}

/** What follows from a screening: money that does not pass is held. */
export const actionAfter = ({ result }: Screening): "allowed" | "held" =>
  passingResults.includes(result) ? "allowed" : "held";

/** Writes a screening down, and tells of it where a list names the wallet. */
export async function recordScreening(tx: TransactionSql, record: ScreeningRecord): Promise<void> {
  await recordScreenings(tx, [record]);
}

/**
 * Writes screenings of different things down, together: one row per wallet, version of the list, and resource, with the
 * newest answer. What is held, and for how long an answer counts, is read from it. Merchants are told of wallets that
 * a list names in the same transaction.
 */
export async function recordScreenings(db: Db, records: readonly ScreeningRecord[]): Promise<void> {
  if (records.length === 0) return;
  if (!records.some(hasMatch)) {
    await screeningsInsert(db, records);
    return;
  }
  await transaction(db, async (tx) => {
    await screeningsInsert(tx, records);
    await tellMatches(tx, records);
  });
}

/** The same as a statement, to be executed with others; the caller tells of matches. */
export function screeningsInsert(db: Db, records: readonly ScreeningRecord[]) {
  return db`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider,
      list_version, result, matches, action, resource_id)
    select "merchantId", mode, hex_bytes(subject), trigger, provider, "listVersion", result, matches,
      action, "resourceId"
    from json_to_recordset(${asRows(records.map(flat))}::text::json) as w("merchantId" text, mode text,
      subject text, trigger text, provider text, "listVersion" text, result text, matches jsonb,
      action text, "resourceId" text)
    on conflict (screening_key(resource_id, subject), list_version) do update set
      result = excluded.result, provider = excluded.provider, matches = excluded.matches,
      trigger = excluded.trigger, action = excluded.action, created_at = clock_now()
    where compliance_screenings.resource_id = excluded.resource_id
      and compliance_screenings.subject = excluded.subject`;
}

const flat = ({ screening, ...record }: ScreeningRecord) => ({ ...record, ...screening });
