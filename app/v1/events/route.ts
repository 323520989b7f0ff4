import * as events from "@/lib/contract/events";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(events.listEvents, listEvents),
});
