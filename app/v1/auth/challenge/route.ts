import { getChallenge } from "@/lib/contract/challenge";
import { challengeBrowser } from "@/lib/domain/identity/challenges";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(getChallenge, challengeBrowser),
});
