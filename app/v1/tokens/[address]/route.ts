import * as tokens from "@/lib/contract/tokens";
import { getToken } from "@/lib/domain/platform/tokens/get-token";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(tokens.getToken, getToken),
});
