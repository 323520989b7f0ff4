import * as timelines from "@/lib/contract/timelines";
import { getTimeline } from "@/lib/domain/insight/timelines/get-timeline";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(timelines.getTimeline, getTimeline),
});
