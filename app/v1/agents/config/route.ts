import * as config from "@/lib/contract/agents/config";
import { getAgentConfig } from "@/lib/domain/agents/config/get-agent-config";
import { updateAgentConfig } from "@/lib/domain/agents/config/update-agent-config";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(config.getAgentConfig, getAgentConfig),
  PATCH: serve(config.updateAgentConfig, updateAgentConfig),
});
