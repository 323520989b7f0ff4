import { askToStepUpAtPrivy } from "@/lib/contract/privy-step-up";
import { askPersonToStepUp } from "@/lib/server/privy-step-up";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(askToStepUpAtPrivy, askPersonToStepUp),
});
