import * as tokens from "@/lib/contract/tokens";
import { getPermitNonce } from "@/lib/domain/platform/tokens/get-permit-nonce";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(tokens.getPermitNonce, getPermitNonce),
});
