import * as customers from "@/lib/contract/customers";
import { listCustomers } from "@/lib/domain/payments/customers/list-customers";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(customers.listCustomers, listCustomers),
  POST: serve(customers.upsertCustomer, upsertCustomer),
});
