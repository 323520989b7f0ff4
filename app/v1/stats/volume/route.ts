import * as stats from "@/lib/contract/insight/stats";
import { getVolume } from "@/lib/domain/insight/figures/get-volume";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(stats.getVolume, getVolume),
});
