import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, mode } from "@/lib/contract/fields";
import { count, ofStatistics, range, rangeQuery, rate, total } from "./stat-fields";

const taken = { amount: total, payments: count };
const conversion = { created: count, confirmed: count, rate };

export const getSummary = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/summary",
  summary: "Retrieve how a period went, beside the one before",
  description:
    "Whole days (UTC). `before` is of as many days directly before. Amounts are final payments and charges, before fees and refunds. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  response: z
    .object({
      object: z.literal("summary"),
      mode,
      ...range,
      before: z.object(range).meta({ id: "PeriodBefore" }),
      volume: z.array(
        z
          .object({ currency, ...taken, before: z.object(taken).meta({ id: "VolumeBefore" }) })
          .meta({ id: "VolumeSummary" }),
      ),
      conversion: z
        .object({
          ...conversion,
          before: z.object(conversion).meta({ id: "ConversionBefore" }),
        })
        .meta({ id: "ConversionSummary" }),
      newCustomers: z.object({ count, before: count }).meta({ id: "NewCustomers" }),
      mrr: z
        .array(
          z
            .object({
              currency,
              amount: total,
              before: total.nullable().meta({
                description: "On the first day of the period; null where it was not kept",
              }),
            })
            .meta({ id: "RevenueSummary" }),
        )
        .meta({ description: "Monthly recurring revenue, now" }),
    })
    .meta({ id: "Summary" }),
});
