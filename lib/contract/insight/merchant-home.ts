import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, mode } from "@/lib/contract/fields";

const shared = { auth: "session", tag: "Merchants", method: "GET", status: 200 } as const;

export const getSetup = endpoint({
  ...shared,
  path: "/v1/merchants/me/setup",
  summary: "Retrieve your setup progress",
  description: "Derived from your objects in this mode.",
  response: z
    .object({
      object: z.literal("setup"),
      mode,
      apiKeyId: id("apiKey").nullable(),
      sessionId: id("paymentSession").nullable(),
      confirmedSessionId: id("paymentSession").nullable(),
      webhookDelivered: z.boolean(),
      onboarded: z.boolean(),
      secondFactor: z.boolean(),
    })
    .meta({ id: "Setup" }),
});

/** Kinds of open issues that the merchant should look at. */
export const attentionKinds = [
  "endpoints_failing",
  "payments_held",
  "renewals_at_risk",
  "invoices_overdue",
] as const;

export const getAttention = endpoint({
  ...shared,
  path: "/v1/merchants/me/attention",
  summary: "Retrieve what needs your attention",
  description: "Kinds without items are omitted. Counts end at 100.",
  response: z
    .object({
      object: z.literal("attention"),
      mode,
      data: z.array(
        z
          .object({
            kind: z.enum(attentionKinds),
            count: z.number().int(),
            firstId: z.string(),
          })
          .meta({ id: "AttentionItem" }),
      ),
    })
    .meta({ id: "Attention" }),
});
