import { stepUpAtPrivy } from "@/lib/contract/identity/privy-step-up";
import { serve } from "@/lib/server/api/serve";
import { stepUpPerson } from "@/lib/server/endpoints/privy-step-up";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(stepUpAtPrivy, stepUpPerson),
});
