import * as customers from "@/lib/contract/payments/customers";
import { listCustomers } from "@/lib/domain/payments/customers/list-customers";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(customers.listCustomers, listCustomers),
  POST: serve(customers.upsertCustomer, upsertCustomer),
});
