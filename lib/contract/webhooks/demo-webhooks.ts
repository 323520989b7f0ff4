import { z } from "zod";
import { amountPattern, currencies } from "@/lib/core/amounts/money";
import { idPattern } from "@/lib/core/ids";

/** A webhook about a payment session, as the demo's receiver got it and the demo's page shows it. */
export const demoWebhook = z.object({
  receivedAt: z.iso.datetime(),
  /** `webhook-id`: the event's id, the same on each retry and replay. */
  id: z.string().regex(idPattern("event")),
  /** Signed in the last five minutes with the secret of an endpoint that names the receiver. */
  verified: z.boolean(),
  headers: z.record(z.string(), z.string()),
  body: z.looseObject({
    type: z.string().max(80),
    sequence: z.number().int(),
    resource: z.looseObject({ id: z.string().regex(idPattern("paymentSession")) }),
    data: z.looseObject({
      object: z.looseObject({
        amount: z.string().regex(amountPattern),
        currency: z.enum(currencies),
        description: z.string().nullable(),
      }),
    }),
  }),
});
export type DemoWebhook = z.output<typeof demoWebhook>;
