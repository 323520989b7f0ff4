import * as customers from "@/lib/contract/payments/customers";
import { getCustomer } from "@/lib/domain/payments/customers/get-customer";
import { updateCustomer } from "@/lib/domain/payments/customers/update-customer";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(customers.getCustomer, getCustomer),
  PATCH: serve(customers.updateCustomer, updateCustomer),
});
