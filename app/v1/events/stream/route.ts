import * as events from "@/lib/contract/webhooks/events";
import { streamEvents } from "@/lib/domain/platform/events/stream-events";
import { serveStream } from "@/lib/server/api/serve-stream";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveStream(events.streamEvents, streamEvents),
});
