import { z } from "zod";
import { endpoint } from "./endpoint";

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

const check = z.object({ status: z.enum(["ok", "warn", "fail"]), detail: z.string().nullable() });

export const ready = endpoint({
  method: "GET",
  path: "/ready",
  tag,
  summary: "Readiness",
  description: "503 with the same body when the database is down or migrations are pending.",
  auth: "none",
  status: 200,
  response: z.object({
    status: z.enum(["ok", "degraded", "fail"]),
    checks: z.record(z.string(), check),
  }),
});
