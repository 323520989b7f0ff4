import type { z } from "zod";
import type { customer } from "@/lib/contract/payments/customers";
import type { CustomerRow } from "./customer-rows";

export type CustomerView = z.output<typeof customer>;

/** A customer as the merchant sees it: the e-mails seen stand among the merchant's own metadata. */
export function viewCustomer(row: CustomerRow): CustomerView {
  return {
    ...row,
    object: "customer",
    metadata: { ...row.metadata, emailHistory: row.emailHistory },
  };
}
