import * as checkout from "@/lib/contract/checkout";
import { getMerchantCard } from "@/lib/domain/subscriptions/plans/get-merchant-card";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(checkout.getMerchantCard, getMerchantCard),
});
