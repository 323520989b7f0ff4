import * as summary from "@/lib/contract/insight/summary";
import { getSummary } from "@/lib/domain/insight/figures/get-summary";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(summary.getSummary, getSummary),
});
