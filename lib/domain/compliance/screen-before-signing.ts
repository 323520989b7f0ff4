import { stateList } from "@/db/state-list";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { currentListVersion, screenAddress } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { passingResults } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { recordScreenings, type ScreeningRecord } from "./record-screening";
import { findDecisions } from "./screening-decisions";

/** Older answers do not count. */
const FRESH_SECONDS = 600;

/** A payer whose money a wallet is about to move. */
export interface ToBeSigned {
  /** The submission or subscription. */
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly payer: Address;
}

/** What may be signed for, and what may not. */
export interface ScreenedRows<Row extends ToBeSigned> {
  readonly clear: readonly Row[];
  /** A list names the payer. */
  readonly blocked: readonly Row[];
  /** A list did not answer. */
  readonly unavailable: readonly Row[];
}

const actions = {
  clear: "allowed",
  flagged: "allowed",
  blocked: "refused",
  unavailable: "held",
} as const;

/**
 * Screens payers again whose last answer is older than ten minutes, or came from another list; a
 * person's decision stands instead.
 */
export async function screenBeforeSigning<Row extends ToBeSigned>(
  ctx: Pick<Context, "db" | "config">,
  { chain }: Deployment,
  trigger: "relay" | "renewal",
  rows: readonly Row[],
): Promise<ScreenedRows<Row>> {
  const { db, config } = ctx;
  const [fresh, decisions] = await Promise.all([
    freshlyCleared(ctx, rows),
    findDecisions(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const records: ScreeningRecord[] = [];
  const results = await Promise.all(
    rows.map(async (row) => {
      const decision = decisions.get(row.id);
      if (decision) return decision === "released" ? "clear" : "blocked";
      if (fresh.has(row.id)) return "clear";
      const screening = await screenAddress({ config, chain, address: row.payer });
      const { id: resourceId, payer: subject, merchantId, mode } = row;
      const action = actions[screening.result];
      records.push({ merchantId, mode, subject, trigger, action, resourceId, screening });
      return passingResults.includes(screening.result) ? "clear" : screening.result;
    }),
  );
  await recordScreenings(db, records);
  const having = (result: string) => rows.filter((_, index) => results[index] === result);
  return {
    clear: having("clear"),
    blocked: having("blocked"),
    unavailable: having("unavailable"),
  };
}

async function freshlyCleared(
  { db, config }: Pick<Context, "db" | "config">,
  rows: readonly ToBeSigned[],
): Promise<ReadonlySet<string>> {
  const version = await currentListVersion(config);
  const fresh = await db<{ id: string }[]>`
    select r.id from unnest(${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ payer }) => payer)}::bytea[]) as r(id, payer)
    where (
      select c.result in (${stateList(db, passingResults)}) and c.created_at > clock_now() - ${FRESH_SECONDS} * interval '1 second'
      from compliance_screenings c
      where screening_key(c.resource_id, c.subject) = screening_key(r.id, r.payer)
        and c.subject = r.payer and c.resource_id = r.id and c.list_version = ${version} limit 1
    )`;
  return new Set(fresh.map(({ id }) => id));
}
