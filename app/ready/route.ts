import { ready } from "@/lib/contract/operations";
import { viewReadiness } from "@/lib/domain/operations/view-readiness";
import { probes } from "@/lib/server/probes";
import { routes } from "@/lib/server/routes";
import { serveProbe } from "@/lib/server/serve-probe";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveProbe(ready, async ({ mode }) => viewReadiness(await probes().readiness(), mode)),
});
