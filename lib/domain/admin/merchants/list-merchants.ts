import type { Db } from "@/db/client";
import type { listMerchants as declaration } from "@/lib/contract/admin/merchants";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { addressPattern, lowerHex } from "@/lib/core/chain/hex";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";
import { hasLive, type SummaryRow, selectSummaries } from "./merchant-summary";

type Input = InputOf<typeof declaration>;

/**
 * Lists the merchants of the platform, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listMerchants(
  { db }: Context<AdminActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  const { status, tier, hasLive: wantsLive } = input;
  const listed = db<SummaryRow[]>`
    ${selectSummaries(db)} where ${inPage(db, "m", input)}
      ${status ? db`and m.status = ${status}` : db``}
      ${tier ? db`and m.tier = ${tier}` : db``}
      ${wantsLive === undefined ? db`` : db`and ${hasLive(db)} = ${wantsLive}`}
      ${matches(db, input)}`;
  const rows = await newestFirst(db, "m", listed, input);
  return toPage(rows, input, "/v1/admin/merchants", (row) => ({
    object: "admin_merchant" as const,
    ...row,
  }));
}

/** A whole id or wallet, else part of the name or of the address. */
function matches(db: Db, { q }: Input) {
  if (q === undefined) return db``;
  if (addressPattern.test(q)) {
    const wallet = lowerHex(q);
    return db`and (m.payout_address = ${wallet}::bytea or m.test_payout_address = ${wallet}::bytea
      or m.id in (
        select merchant_id from merchant_registrations
        where owner = ${wallet}::bytea or payout = ${wallet}::bytea
      ))`;
  }
  const part = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return db`and (m.id = ${q} or m.business_name ilike ${part} or m.email ilike ${part})`;
}
