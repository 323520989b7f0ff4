import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, mode } from "@/lib/contract/fields";

/** An amount that may be nothing. */
const total = z
  .codec(z.string().regex(/^[0-9]{1,78}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .meta({ description: "Integer string in the token's smallest unit", example: "42500000" });

export const getVolume = endpoint({
  auth: "session",
  tag: "Statistics",
  method: "GET",
  path: "/v1/stats/volume",
  summary: "Retrieve what you took on each of the last 30 days",
  description:
    "Payments and charges that are final, before fees and refunds, by day (UTC) and currency, the oldest day first. Today is the last.",
  status: 200,
  response: z
    .object({
      object: z.literal("volume"),
      mode,
      days: z.array(
        z
          .object({ day: z.iso.date(), currency, amount: total, payments: z.number().int() })
          .meta({ id: "DailyVolume" }),
      ),
    })
    .meta({ id: "Volume" }),
});
