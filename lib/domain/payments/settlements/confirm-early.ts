import type { TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { sessionTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { addCustomers } from "./add-customers";
import { confirmSessions } from "./confirm-sessions";

interface EarlyPayment {
  merchantId: string;
  mode: Mode;
  payer: Address;
  sessionId: string;
  amountRefunded: bigint;
}

/**
 * Confirms the sessions of payments that their merchants take before they are final, and says so with
 * `payment.completed`, once: when the payment is final nothing more is told. The transactions stay
 * `pending`. A session that was closed or paid meanwhile is left alone, and so is one whose payment was
 * taken out of the chain.
 * @param ids settlements whose payer was screened and is clear
 */
export async function confirmEarly(
  ctx: Pick<Context, "chains" | "config" | "modules">,
  tx: TransactionSql,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    select from payment_sessions
    where id = any (array(select session_id from transactions where id = any (${[...ids]})))
    order by id for no key update`;
  const payments = await tx<EarlyPayment[]>`
    select t.merchant_id, t.mode, t.from_address as payer, t.session_id, t.amount_refunded
    from transactions t join payment_sessions s on s.id = t.session_id
    where t.id = any (${[...ids]}) and t.status = 'pending' and t.payment_exception = 'none'
      and (s.status || '') in ${tx(sourcesOf(sessionTransitions, "confirmed"))}
    order by t.block_number, t.log_index
    for no key update of t`;
  const customers = await addCustomers(tx, payments, () => true);
  const paid = payments.map((payment) => ({
    sessionId: payment.sessionId,
    customerId: customers.get(payment) ?? null,
    amountRefunded: payment.amountRefunded,
  }));
  await confirmSessions(ctx, tx, paid);
}
