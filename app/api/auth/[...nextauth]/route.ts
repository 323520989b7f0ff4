import { serveAuth } from "@/lib/server/api/serve-auth";
import { pageRoutes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoutes({
  GET: serveAuth("GET"),
  POST: serveAuth("POST"),
});
