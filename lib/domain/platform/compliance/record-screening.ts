import { asRows } from "@/db/as-rows";
import type { Db, TransactionSql } from "@/db/client";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";

/** A screening and what it was made for. */
export interface ScreeningRecord {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  /** What asked for it, such as `relay` or `settlement`. */
  readonly trigger: string;
  /** What follows from it. */
  readonly action: "allowed" | "held" | "refused";
  /** The submission or transaction that it was made for. */
  readonly resourceId: string;
  readonly screening: Screening;
}

/** Writes a screening down. */
export async function recordScreening(tx: TransactionSql, record: ScreeningRecord): Promise<void> {
  await recordScreenings(tx, [record]);
}

/**
 * Writes screenings of different things down, together: one row per wallet, version of the list, and resource, with the
 * newest answer. What is held, and for how long an answer counts, is read from it.
 */
export async function recordScreenings(db: Db, records: readonly ScreeningRecord[]): Promise<void> {
  if (records.length > 0) await screeningsInsert(db, records);
}

/** The same as a statement, to be executed with others. */
export function screeningsInsert(db: Db, records: readonly ScreeningRecord[]) {
  const rows = records.map(({ screening, ...record }) => ({ ...record, ...screening }));
  return db`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider,
      list_version, result, matches, action, resource_id)
    select "merchantId", mode, hex_bytes(subject), trigger, provider, "listVersion", result, matches,
      action, "resourceId"
    from json_to_recordset(${asRows(rows)}::text::json) as w("merchantId" text, mode text,
      subject text, trigger text, provider text, "listVersion" text, result text, matches jsonb,
      action text, "resourceId" text)
    on conflict (screening_key(resource_id, subject), list_version) do update set
      result = excluded.result, provider = excluded.provider, matches = excluded.matches,
      trigger = excluded.trigger, action = excluded.action, created_at = clock_now()
    where compliance_screenings.resource_id = excluded.resource_id
      and compliance_screenings.subject = excluded.subject`;
}
