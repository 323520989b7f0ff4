import type { InputOf } from "@/lib/contract/endpoint";
import type { listRefunds as declaration } from "@/lib/contract/refunds/refunds";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import type { RefundView } from "./authorizations";
import { type RefundRow, selectRefunds } from "./refund-rows";
import { viewRefund } from "./view";

/**
 * Lists the merchant's refunds, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listRefunds(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<RefundView>> {
  const { db, actor } = ctx;
  const { status, transactionId } = input;
  const filters = db`
    ${status ? db`and r.status = ${status}` : db``}
    ${transactionId === undefined ? db`` : db`and r.transaction_id = ${transactionId}`}`;
  const listed = db<RefundRow[]>`
    ${selectRefunds(db)} where ${ownedBy(db, actor, "r")} and ${inPage(db, "r", input)} ${filters}`;
  const rows = await newestFirst(db, "r", listed, input);
  return toPage(rows, input, "/v1/refunds", (row) => viewRefund(ctx, row));
}
