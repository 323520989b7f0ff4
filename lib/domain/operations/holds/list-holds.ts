import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listHolds as declaration } from "@/lib/contract/insight/compliance-holds";
import { heldTransactionAfter } from "@/lib/core/hold-states";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type HoldRow, type HoldView, selectHolds, viewHold } from "./hold-rows";

type Input = InputOf<typeof declaration>;

/**
 * Lists the merchant's payments that screening holds, and those of them that the merchant returns, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listHolds(
  { db, actor, config }: Context<MerchantActor>,
  input: Input,
): Promise<Page<HoldView>> {
  const held = db`
    select t.* from transactions t
    where ${ownedBy(db, actor, "t")} and t.payment_exception = 'screening'
      and ${inPage(db, "t", input)} ${openIs(db, input)}`;
  const rows = await db<HoldRow[]>`
    select * from (${selectHolds(db, newestFirst(db, "t", held, input))}) h
    order by created_at desc, id desc`;
  return toPage(rows, input, "/v1/compliance/holds", (row) => viewHold(config, row));
}

function openIs(db: Db, { open }: Input) {
  const { refused, refunded } = heldTransactionAfter;
  if (open === undefined) {
    return db`and t.status in (${stateList(db, [refused, refunded])})`;
  }
  return db`and t.status = ${open ? refused : refunded}`;
}
