import type { Db } from "@/db/client";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import { isInvoiceDemand } from "@/lib/domain/invoices/note-invoice-mail";
import type { StoredMail } from "./claim-mails";

/** Whether a mail asks for the payment of an invoice that has been paid or voided meanwhile. */
export async function isMoot(db: Db, { kind, facts }: StoredMail): Promise<boolean> {
  if (!isInvoiceDemand(kind)) return false;
  const open = await db`
    select from invoices
    where id = ${String(facts.invoiceId)} and status in ${db(sourcesOf(invoiceTransitions, "paid"))}`;
  return open.length === 0;
}
