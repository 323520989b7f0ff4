import type { z } from "zod";
import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { changeMerchantTier, listMerchants } from "@/lib/contract/admin/merchants";
import { notFound } from "@/lib/core/errors";
import { openCallStates } from "@/lib/core/states";

export type ListedMerchant = z.output<typeof listMerchants.response>["data"][number];
export type SummaryRow = Omit<ListedMerchant, "object">;
export type MerchantChange = z.output<typeof changeMerchantTier.response>;

/** A condition on `merchants m`: a registry of live mode has it. */
export const hasLive = (db: Db) => db`exists (
  select from merchant_registrations r
  where r.merchant_id = m.id and r.mode = 'live' and r.status <> 'none')`;

/** Merchants `m` as a list shows them, without a condition. */
export const selectSummaries = (db: Db) => db`
  select m.id, m.business_name, m.email, m.tier, m.status, ${hasLive(db)} as has_live, m.created_at
  from merchants m`;

/**
 * A merchant after a change, and whether the registries have followed.
 * @throws Refusal `not_found`
 */
export async function readChange(db: Db, id: string): Promise<MerchantChange> {
  const [row] = await db<(SummaryRow & { isOpen: boolean })[]>`
    select s.*, exists (
      select from operator_calls c
      where c.merchant_id = s.id and c.kind in ('suspend', 'reactivate', 'close', 'set_fee')
        and c.state in (${stateList(db, openCallStates)})
    ) as is_open
    from (${selectSummaries(db)} where m.id = ${id}) s`;
  if (!row) throw notFound("merchant");
  const { isOpen, ...summary } = row;
  return {
    object: "admin_merchant_change",
    ...summary,
    onchain: isOpen ? "queued" : "confirmed",
  };
}
