import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listTransactions as declaration } from "@/lib/contract/payments/transactions";
import { type TransactionStatus, unfinalTransactionStatuses } from "@/lib/core/states";
import { ofCustomer } from "@/lib/domain/payments/customers/of-customer";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
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
  const listed = db<TransactionRow[]>`
    select t.* from transactions t
    where ${ofCustomer(db, actor, "t", customerId)}
      and ${inPage(db, "t", input)}
      ${statusIs(db, status)}
      ${type ? db`and t.type = ${type}` : db``}
      ${currency ? db`and t.currency = ${currency}` : db``}
      ${sessionId === undefined ? db`` : db`and t.session_id = ${sessionId}`}
      ${subscriptionId === undefined ? db`` : db`and t.subscription_id = ${subscriptionId}`}`;
  const rows = await newestFirst(db, "t", listed, input);
  return toPage(rows, input, "/v1/transactions", (row) => viewTransaction(chains, row));
}

/** The index of those that are not confirmed is usable only where the statement itself says that they are not. */
function statusIs(db: Db, status?: TransactionStatus) {
  if (!status) return db``;
  if (status === "confirmed") return db`and t.status = 'confirmed'`;
  return db`and ${unconfirmed(db)} and t.status = ${status}`;
}

const unconfirmed = (db: Db) =>
  db.unsafe(indexCondition("listed", "t.status", unfinalTransactionStatuses));
