import * as home from "@/lib/contract/merchant-home";
import { getAttention } from "@/lib/domain/insight/home/get-attention";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(home.getAttention, getAttention),
});
