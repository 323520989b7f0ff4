import { ready } from "@/lib/contract/operations/operations";
import { viewReadiness } from "@/lib/domain/operations/view-readiness";
import { probes } from "@/lib/server/http/probes";
import { routes } from "@/lib/server/http/routes";
import { serveProbe } from "@/lib/server/http/serve-probe";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveProbe(ready, async ({ mode }) => viewReadiness(await probes().readiness(), mode)),
});
