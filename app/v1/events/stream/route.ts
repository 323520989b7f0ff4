import * as events from "@/lib/contract/events";
import { streamEvents } from "@/lib/domain/platform/events/stream-events";
import { routes } from "@/lib/server/routes";
import { serveStream } from "@/lib/server/serve-stream";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serveStream(events.streamEvents, streamEvents),
});
