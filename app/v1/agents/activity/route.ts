import * as activity from "@/lib/contract/agents/activity";
import { listAgentActivity } from "@/lib/domain/agents/activity/list-agent-activity";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(activity.listAgentActivity, listAgentActivity),
});
