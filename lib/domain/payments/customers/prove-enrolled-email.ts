import type { TransactionSql } from "@/db/client";
import type { LockedCustomer } from "./customer-rows";
import { seeEmail } from "./email-history";

/**
 * The payer of an enrolment has shown that the wallet is theirs, so the e-mail that came with its signatures counts from
 * now on. What anybody types for the wallet on the plan's page stays unproved.
 */
export async function proveEnrolledEmail(
  tx: TransactionSql,
  customerId: string,
  email: string,
): Promise<void> {
  const [customer] = await tx<LockedCustomer[]>`
    select *, clock_now() as locked_at from customers where id = ${customerId} for no key update`;
  if (!customer) return;
  const proved = seeEmail(customer, email, "payment");
  await tx`
    update customers set email = ${proved.email}, email_source = ${proved.emailSource},
      email_history = ${tx.json(proved.emailHistory)}, updated_at = clock_now()
    where id = ${customerId}`;
}
