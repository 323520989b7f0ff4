import * as customers from "@/lib/contract/customers";
import { getCustomer } from "@/lib/domain/payments/customers/get-customer";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(customers.getCustomer, getCustomer),
});
