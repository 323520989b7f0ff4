import * as admin from "@/lib/contract/admin/endpoint-replays";
import { replayEndpointEvents } from "@/lib/domain/admin/repairs/replay-endpoint-events";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.replayEndpointEvents, replayEndpointEvents),
});
