import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { modes } from "@/lib/core/modes";

const tag = "Operations";

export const health = endpoint({
  method: "GET",
  path: "/health",
  tag,
  summary: "Liveness",
  description: "Touches no dependency.",
  auth: "none",
  status: 200,
  response: z.object({ status: z.literal("ok"), version: z.string(), uptimeSeconds: z.number() }),
});

const check = z.object({
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string().nullable().describe("The result, for people"),
});

const modeReadiness = z.object({
  settles: z.boolean().describe("Whether payments of this mode are settled now"),
  reasons: z.array(z.string()).describe("Why they are not"),
});

export const ready = endpoint({
  method: "GET",
  path: "/ready",
  tag,
  summary: "Readiness",
  description:
    "Looks at everything that the service depends on, at most once a second, and answers within a second even if a dependency hangs. A check that fails makes the answer `degraded`. 503 with the same body when the database is down or migrations are pending, and, where a mode is asked for, when that mode cannot settle.",
  auth: "none",
  query: z.object({
    mode: z.enum(modes).optional().describe("Asks whether this mode can settle"),
  }),
  status: 200,
  unavailable: true,
  errors: ["invalid_request"],
  response: z.object({
    status: z.enum(["ok", "degraded", "fail"]).describe("The status; `fail` comes with 503"),
    checks: z
      .record(z.string(), check)
      .describe("The checks, by name; `docs/operations/symptoms.md` explains each"),
    modes: z.object({ test: modeReadiness, live: modeReadiness }),
  }),
});
