import type { Db } from "@/db/client";
import type { requestLog } from "@/db/schema/request-log";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listApiKeyRequests as declaration } from "@/lib/contract/identity/api-keys";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { inPage, newestFirst, type PageInput, toPage } from "@/lib/domain/platform/pages/page";
import { findKey } from "./key-rows";

type Input = InputOf<typeof declaration>;

/** A request as the log has it; `id` is the request's. */
export type LoggedRow = Pick<
  typeof requestLog.$inferSelect,
  "method" | "route" | "status" | "reason" | "addressPrefix" | "durationMs" | "createdAt"
> & { id: string };

/**
 * Lists what one of the merchant's keys was used for, newest first.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listKeyRequests(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  await findKey(db, actor, input.id);
  const rows = await findRequests(db, actor, input);
  return toPage(rows, input, `/v1/api-keys/${input.id}/requests`, (row) => ({
    ...row,
    object: "api_key_request",
    requestId: row.id,
  }));
}

/** The requests with a key, newest first, one more than the page holds. */
export function findRequests(
  db: Db,
  { merchantId }: MerchantActor,
  { id, ...page }: PageInput & { readonly id: string },
): Promise<LoggedRow[]> {
  const logged = db<LoggedRow[]>`
    select r.id, r.method, r.route, r.status, r.reason, r.address_prefix::text as address_prefix,
      r.duration_ms, r.created_at
    from (select *, request_id as id from request_log) r
    where r.caller = ${id} and r.merchant_id = ${merchantId} and ${inPage(db, "r", page)}`;
  return newestFirst(db, "r", logged, page);
}
