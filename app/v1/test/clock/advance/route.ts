import { advanceClock } from "@/inngest/advance-clock";
import * as testClock from "@/lib/contract/test-clock";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(testClock.advanceClock, advanceClock),
});
