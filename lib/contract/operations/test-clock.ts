import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { instant, must } from "@/lib/contract/fields";

const count = z.number().int();
const counts = z.record(z.string(), count);
const isDuration = must("must be a number of seconds, minutes, hours or days, such as 90s or 30d");

/** A number and a unit: `90s`, `15m`, `36h`, `30d`. */
const duration = z.string().regex(/^[1-9][0-9]{0,8}[smhd]$/, isDuration);

export const advanceClock = endpoint({
  method: "POST",
  path: "/v1/test/clock/advance",
  tag: "Test clock",
  summary: "Move the clock ahead",
  description:
    "For tests, where every chain is local; elsewhere 404. Moves the chain and the business together, in steps that end where something falls due and after a week at the most, and runs the work that falls due in each: sessions expire, webhooks are tried again, mails go out, old rows are removed. Leases, rate limits, tokens and the timestamps of webhooks stay in real time. The clock is the whole installation's and never goes back. After 40 seconds it stops where it is, with `finished: false`: ask again, with `target` as `to`.",
  auth: "merchant",
  scope: "sessions_write",
  body: z
    .strictObject({
      by: duration
        .optional()
        .meta({ description: "The duration to move the clock by", example: "30d" }),
      to: instant.optional().meta({
        description: "The time to move the clock to, in place of `by`",
        example: "2026-05-27T09:30:00.000Z",
      }),
    })
    .meta({ id: "ClockMove", example: { by: "30d" } }),
  status: 200,
  response: z
    .object({
      object: z.literal("test_clock"),
      now: instant.meta({ description: "The time of the business" }),
      target: instant.meta({ description: "The target time" }),
      aheadSeconds: count.meta({
        description: "The difference to real time; negative where it is behind",
      }),
      finished: z.boolean().meta({
        description:
          "Whether the clock has reached the target, and all work that was due by then is done",
      }),
      steps: count.meta({ description: "The number of steps", example: 31 }),
      events: counts.meta({
        description: "The merchant's events on the way, in this mode, by type",
        example: { "payment.failed": 3 },
      }),
      deliveries: counts.meta({
        description: "The merchant's webhook deliveries on the way, by status",
        example: { succeeded: 2, exhausted: 1 },
      }),
      mails: counts.meta({
        description: "The merchant's mails on the way, by outcome",
      }),
      expiredSessions: count.meta({
        description: "The merchant's payment sessions that have expired on the way",
        example: 3,
      }),
      waiting: counts.meta({
        description: "The work of all merchants that was not done within the time, by kind",
        example: {},
      }),
    })
    .meta({ id: "TestClock" }),
  errors: ["not_found", "invalid_request"],
});
