import * as timelines from "@/lib/contract/insight/timelines";
import { getTimeline } from "@/lib/domain/insight/timelines/get-timeline";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(timelines.getTimeline, getTimeline),
});
