import { getChallenge } from "@/lib/contract/identity/challenge";
import { challengeBrowser } from "@/lib/domain/identity/challenges";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(getChallenge, challengeBrowser),
});
