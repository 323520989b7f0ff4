import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { LockedCustomer } from "./customer-rows";
import { seeEmail } from "./email-history";

/**
 * The payer of a session has shown that the wallet is theirs, so the e-mail that they gave for it counts from now on, for
 * the wallet's customer, also where the merchant named another one for the session. An e-mail that was given for another
 * wallet stays unproved. Call it while the sessions are locked.
 * @param transactionIds settlements, each of which confirms a session
 */
export async function proveEmails(
  tx: TransactionSql,
  transactionIds: readonly string[],
): Promise<void> {
  const rows = await tx<(LockedCustomer & { receiptEmail: string })[]>`
    select c.*, clock_now() as locked_at, s.receipt_email
    from transactions t
    join payment_sessions s on s.id = t.session_id and s.receipt_wallet = t.from_address
    join customers c on c.merchant_id = s.merchant_id and c.mode = s.mode
      and c.wallet_address = t.from_address
    where t.id = any (${[...transactionIds]})
    order by c.id, t.id for no key update of c`;
  if (rows.length === 0) return;
  const proved = new Map<string, LockedCustomer>();
  for (const { receiptEmail, ...row } of rows) {
    const customer = proved.get(row.id) ?? row;
    proved.set(row.id, { ...customer, ...seeEmail(customer, receiptEmail, "payment") });
  }
  await tx`
    update customers c
    set email = p.email, email_source = p."emailSource", email_history = p."emailHistory",
      updated_at = clock_now()
    from json_to_recordset(${asRows([...proved.values()])}::text::json)
      as p(id text, email text, "emailSource" text, "emailHistory" jsonb)
    where c.id = p.id`;
}
