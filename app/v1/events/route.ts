import * as events from "@/lib/contract/webhooks/events";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(events.listEvents, listEvents),
});
