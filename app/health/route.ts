import { health } from "@/lib/contract/operations";
import { routes } from "@/lib/server/routes";
import { liveness, serveProbe } from "@/lib/server/serve-probe";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveProbe(health, liveness),
});
