import { jobWiring } from "@/lib/adapters/jobs/job-wiring";
import { metrics } from "@/lib/adapters/metrics/metrics";

const messages = {
  unsigned: "The call is not signed.",
  refused: "The signature does not hold: the signing key or the clock differs.",
} as const;

/**
 * Refuses a call of `/api/inngest` whose signature is missing or does not hold. It is counted and logged in
 * a line: it may be that of a job engine with another signing key.
 */
export function refuseJobCall(method: string, reason: keyof typeof messages): Response {
  metrics().jobCallsRefused.add(1, reason);
  jobWiring.log?.warn({ method, reason }, "a call of /api/inngest was refused");
  return Response.json({ message: messages[reason] }, { status: 401 });
}
