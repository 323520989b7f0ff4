import * as admin from "@/lib/contract/admin/analytics";
import { viewHealth } from "@/lib/domain/admin/health/view-health";
import { serve } from "@/lib/server/api/serve";
import { probes } from "@/lib/server/http/probes";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getPlatformHealth, async (ctx) => viewHealth(ctx, await probes().readiness())),
});
