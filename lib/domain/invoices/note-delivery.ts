import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import { tellInvoices } from "./tell-invoices";

/** Says with `invoice.sent` that a mail server took a mail that asks for an invoice's payment: the first one alone. */
export async function noteDelivery(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  id: string,
): Promise<void> {
  const { count } = await tx`
    update invoices set delivered_at = clock_now() where id = ${id} and delivered_at is null`;
  if (count > 0) await tellInvoices(ctx, tx, "invoice.sent", [id]);
}
