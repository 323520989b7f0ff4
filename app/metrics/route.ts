import { routes } from "@/lib/server/routes";
import { serveMetrics } from "@/lib/server/serve-metrics";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: serveMetrics });
