import * as home from "@/lib/contract/insight/merchant-home";
import { getAttention } from "@/lib/domain/insight/home/get-attention";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(home.getAttention, getAttention),
});
