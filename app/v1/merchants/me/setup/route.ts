import * as home from "@/lib/contract/merchant-home";
import { getSetup } from "@/lib/domain/insight/home/get-setup";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(home.getSetup, getSetup),
});
