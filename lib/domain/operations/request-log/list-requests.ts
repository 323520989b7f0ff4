import type { Db } from "@/db/client";
import type { requestLog } from "@/db/schema/request-log";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listRequests as declaration } from "@/lib/contract/operations/request-log";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

type Input = InputOf<typeof declaration>;
type Row = Pick<
  typeof requestLog.$inferSelect,
  "method" | "route" | "status" | "reason" | "addressPrefix" | "durationMs" | "createdAt"
> & { id: string; apiKeyId: string };

/**
 * Lists what the merchant's keys asked in a mode, newest first. What persons ask in the dashboard is left out.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listRequests(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  const { route, status } = input;
  const logged = db<Row[]>`
    select r.id, r.method, r.route, r.status, r.reason, r.address_prefix::text as address_prefix,
      r.duration_ms, r.created_at, coalesce(r.caller, '') as api_key_id
    from (select *, request_id as id from request_log) r
    where ${ownedBy(db, actor, "r")} and starts_with(r.caller, 'ak_') and ${inPage(db, "r", input)}
      ${route ? db`and r.route = ${route}` : db``}
      ${status ? statusIs(db, status) : db``}`;
  const rows = await newestFirst(db, "r", logged, input);
  return toPage(rows, input, "/v1/request-log", (row) => {
    return { ...row, object: "request", mode: actor.mode };
  });
}

/** The index of those that failed is usable only where the statement itself says so. */
function statusIs(db: Db, status: NonNullable<Input["status"]>) {
  const first = Number(status[0]);
  const isClass = db`and (r.status / 100) = ${first}::int`;
  return first >= 4 ? db`and r.status >= 400 ${isClass}` : isClass;
}
