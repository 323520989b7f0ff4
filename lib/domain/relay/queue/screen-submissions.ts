import { transaction } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { currentListVersion, screenAddress } from "@/lib/adapters/screening/screen-address";
import { recordScreening } from "@/lib/domain/compliance/record-screening";
import { findDecisions } from "@/lib/domain/compliance/screening-decisions";
import type { Context } from "@/lib/domain/context";
import type { SubmissionRow } from "@/lib/domain/relay/submission-rows";

/** Older answers do not count. */
const FRESH_SECONDS = 600;

/** What may be signed for, and what may not. */
export interface ScreenedSubmissions {
  readonly clear: readonly SubmissionRow[];
  /** A list names the payer. */
  readonly blocked: readonly SubmissionRow[];
  /** A list did not answer. */
  readonly unavailable: readonly SubmissionRow[];
}

/**
 * Screens payers again whose last answer is older than ten minutes, or came from another list; a
 * person's decision stands instead.
 */
export async function screenSubmissions(
  ctx: Pick<Context, "db" | "config">,
  { chain }: Deployment,
  rows: readonly SubmissionRow[],
): Promise<ScreenedSubmissions> {
  const { db, config } = ctx;
  const [fresh, decisions] = await Promise.all([
    freshlyCleared(ctx, rows),
    findDecisions(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const results = await Promise.all(
    rows.map(async (row) => {
      const decision = decisions.get(row.id);
      if (decision) return decision === "released" ? "clear" : "blocked";
      if (fresh.has(row.id)) return "clear";
      const screening = await screenAddress({ config, chain, address: row.payer });
      const action = { clear: "allowed", blocked: "refused", unavailable: "held" } as const;
      await transaction(db, (tx) =>
        recordScreening(tx, {
          merchantId: row.merchantId,
          mode: row.mode,
          subject: row.payer,
          trigger: "relay",
          action: action[screening.result],
          resourceId: row.id,
          screening,
        }),
      );
      return screening.result;
    }),
  );
  const having = (result: string) => rows.filter((_, index) => results[index] === result);
  return {
    clear: having("clear"),
    blocked: having("blocked"),
    unavailable: having("unavailable"),
  };
}

async function freshlyCleared(
  { db, config }: Pick<Context, "db" | "config">,
  rows: readonly SubmissionRow[],
): Promise<ReadonlySet<string>> {
  const version = await currentListVersion(config);
  const fresh = await db<{ id: string }[]>`
    select r.id from unnest(${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ payer }) => payer)}::bytea[]) as r(id, payer)
    where (
      select c.result = 'clear' and c.created_at > clock_now() - ${FRESH_SECONDS} * interval '1 second'
      from compliance_screenings c
      where screening_key(c.resource_id, c.subject) = screening_key(r.id, r.payer)
        and c.subject = r.payer and c.resource_id = r.id and c.list_version = ${version} limit 1
    )`;
  return new Set(fresh.map(({ id }) => id));
}
