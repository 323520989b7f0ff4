import { z } from "zod";
import { applied, consequence, repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, says } from "@/lib/contract/fields";
import { count } from "@/lib/contract/insight/stat-fields";
import { replayRange } from "@/lib/contract/webhooks/webhook-replays";

export const replayEndpointEvents = endpoint({
  auth: "admin",
  tag: "Admin",
  role: "admin",
  method: "POST",
  path: "/v1/admin/webhook-endpoints/{id}/replay",
  summary: "Replay a range of events to a merchant's endpoint",
  description:
    "Sends the events between two positions, or two moments, once more, as the merchant could by `POST /v1/webhook-endpoints/{id}/replay`. A dry run answers how many there are.",
  params: idParams,
  body: z
    .strictObject({ ...replayRange, ...repairBody })
    .meta({ example: { fromPosition: 1, toPosition: 500, dryRun: true } }),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_endpoint_replay"),
      applied,
      consequence,
      merchantId: id("merchant"),
      endpointId: id("webhookEndpoint"),
      replayId: z.string().nullable().meta(says("The replay; null for a dry run")),
      fromPosition: z.number().int(),
      toPosition: z.number().int(),
      total: count.meta(says("The number of events to send", 120)),
    })
    .meta({ id: "AdminEndpointReplay" }),
  errors: ["not_found", "session_invalid_state"],
});
