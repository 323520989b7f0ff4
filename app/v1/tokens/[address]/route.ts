import * as tokens from "@/lib/contract/payments/tokens";
import { getToken } from "@/lib/domain/platform/tokens/get-token";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(tokens.getToken, getToken),
});
