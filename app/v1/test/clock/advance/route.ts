import { advanceClock } from "@/inngest/advance-clock";
import * as testClock from "@/lib/contract/operations/test-clock";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(testClock.advanceClock, advanceClock),
});
