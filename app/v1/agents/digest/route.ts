import * as digest from "@/lib/contract/agents/digest";
import { getAgentDigest } from "@/lib/domain/agents/cashflow/get-agent-digest";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(digest.getAgentDigest, getAgentDigest),
});
