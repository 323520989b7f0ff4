import { ready } from "@/lib/contract/operations";
import { readiness } from "@/lib/domain/operations/readiness";
import { routes } from "@/lib/server/routes";
import { runtime } from "@/lib/server/runtime";
import { serveProbe } from "@/lib/server/serve-probe";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveProbe(ready, () => readiness(runtime().db, runtime().chains)),
});
