import type { InputOf } from "@/lib/contract/endpoint";
import type { listTransactions as declaration } from "@/lib/contract/transactions";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { afterCursor, type Page, rowLimit, toPage } from "@/lib/domain/pagination/page";
import { type TransactionRow, type TransactionView, viewTransaction } from "./view";

/**
 * Lists the merchant's transactions, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listTransactions(
  { db, actor, chains }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<TransactionView>> {
  const { status, type, currency, customerId, sessionId, subscriptionId } = input;
  const rows = await db<TransactionRow[]>`
    select t.* from transactions t
    where t.merchant_id = ${actor.merchantId} and t.mode = ${actor.mode}
      and ${afterCursor(db, "t", input)}
      ${status ? db`and t.status = ${status}` : db``}
      ${type ? db`and t.type = ${type}` : db``}
      ${currency ? db`and t.currency = ${currency}` : db``}
      ${customerId ? db`and t.customer_id = ${customerId}` : db``}
      ${sessionId ? db`and t.session_id = ${sessionId}` : db``}
      ${subscriptionId ? db`and t.subscription_id = ${subscriptionId}` : db``}
      ${input.createdAfter ? db`and t.created_at >= ${input.createdAfter}` : db``}
      ${input.createdBefore ? db`and t.created_at < ${input.createdBefore}` : db``}
    order by t.created_at desc, t.id desc limit ${rowLimit(input)}`;
  return toPage(rows, input, "/v1/transactions", (row) => viewTransaction(chains, row));
}
