import * as orders from "@/lib/contract/storefronts/storefront-orders";
import { listOrders } from "@/lib/domain/storefronts/orders/list-orders";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(orders.listOrders, listOrders),
});
