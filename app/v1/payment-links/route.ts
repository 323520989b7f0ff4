import * as links from "@/lib/contract/storefronts/payment-links";
import { createPaymentLink } from "@/lib/domain/storefronts/links/create-payment-link";
import { listPaymentLinks } from "@/lib/domain/storefronts/links/list-payment-links";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(links.listPaymentLinks, listPaymentLinks),
  POST: serve(links.createPaymentLink, createPaymentLink),
});
