import * as treasury from "@/lib/contract/agents/treasury";
import { getAgentTreasury } from "@/lib/domain/agents/treasury/get-agent-treasury";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(treasury.getAgentTreasury, getAgentTreasury),
});
