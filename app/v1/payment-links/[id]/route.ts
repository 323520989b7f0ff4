import * as links from "@/lib/contract/storefronts/payment-links";
import { getPaymentLink } from "@/lib/domain/storefronts/links/get-payment-link";
import { updatePaymentLink } from "@/lib/domain/storefronts/links/update-payment-link";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(links.getPaymentLink, getPaymentLink),
  PATCH: serve(links.updatePaymentLink, updatePaymentLink),
});
