import * as stats from "@/lib/contract/stats";
import { getVolume } from "@/lib/domain/merchants/get-volume";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(stats.getVolume, getVolume),
});
