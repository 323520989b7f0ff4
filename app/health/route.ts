import { health } from "@/lib/contract/operations/operations";
import { routes } from "@/lib/server/http/routes";
import { liveness, serveProbe } from "@/lib/server/http/serve-probe";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveProbe(health, liveness),
});
