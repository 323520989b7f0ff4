import { serveMetrics } from "@/lib/server/api/serve-metrics";
import { routes } from "@/lib/server/http/routes";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: serveMetrics });
