import * as tokens from "@/lib/contract/payments/tokens";
import { getPermitNonce } from "@/lib/domain/platform/tokens/get-permit-nonce";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(tokens.getPermitNonce, getPermitNonce),
});
