import * as home from "@/lib/contract/insight/merchant-home";
import { getSetup } from "@/lib/domain/insight/home/get-setup";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(home.getSetup, getSetup),
});
