import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, currency, id, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { count, ofStatistics, range, rangeQuery, rate, total } from "./stat-fields";

export const getVolume = endpoint({
  auth: "session",
  tag: "Statistics",
  method: "GET",
  path: "/v1/stats/volume",
  summary: "Retrieve your volume on each day",
  description:
    "Payments and charges that are final, before fees and refunds, by day (UTC) and currency, the oldest day first: by default of the last 30 days, of which today is the last. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
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

const conversionCounts = {
  created: count,
  confirmed: count,
  expired: count,
  cancelled: count,
  rate,
};

export const getConversion = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/conversion",
  summary: "Retrieve your checkout conversion",
  description:
    "By the day (UTC) on which a session was created, the oldest day first. The session of an invoice counts once the invoice is sent. A session that was refunded counts as confirmed. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  response: z
    .object({
      object: z.literal("conversion"),
      mode,
      ...range,
      days: z.array(
        z.object({ date: z.iso.date(), ...conversionCounts }).meta({ id: "ConversionDay" }),
      ),
      total: z.object(conversionCounts).meta({ id: "ConversionTotal" }),
    })
    .meta({ id: "Conversion" }),
});

export const getChurn = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/churn",
  summary: "Retrieve your churn",
  description:
    "By month (UTC), the oldest first; a month that the range holds in part has the days of the range alone. A subscription churns when it is cancelled or lapses, not while it is past due. A completed one is shown among the reasons and does not churn. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  response: z
    .object({
      object: z.literal("churn"),
      mode,
      ...range,
      months: z.array(
        z
          .object({
            month: z.string().regex(/^[0-9]{4}-[0-9]{2}$/),
            activeAtStart: count,
            started: count,
            churned: count,
            rate,
            reasons: z
              .object({
                cancelled_by_payer: count,
                cancelled_by_merchant: count,
                cancelled_by_operator: count,
                lapsed: count,
                completed: count,
              })
              .meta({ id: "ChurnReasons" }),
          })
          .meta({ id: "ChurnMonth" }),
      ),
    })
    .meta({ id: "Churn" }),
});

export const getMrr = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/mrr",
  summary: "Retrieve your monthly recurring revenue",
  description:
    "The subscription revenue of 30 days, by currency. Each figure is an exact fraction, rounded down once: the plans may sum to less than the whole. Currencies are never added.",
  status: 200,
  response: z
    .object({
      object: z.literal("mrr"),
      mode,
      currencies: z.array(
        z
          .object({
            currency,
            mrr: total,
            trialing: total,
            pastDue: total,
            paused: total,
            activeSubscriptions: count,
            byPlan: z.array(
              z
                .object({ planId: id("plan").nullable(), mrr: total, activeSubscriptions: count })
                .meta({ id: "PlanRevenue" }),
            ),
          })
          .meta({ id: "RecurringRevenue" }),
      ),
    })
    .meta({ id: "Mrr" }),
});

const customerValue = z
  .object({
    id: id("customer"),
    object: z.literal("customer_value"),
    currency,
    totalSpent: total,
    payments: count,
    walletAddress: address,
    email: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: "CustomerValue" });

export const listCustomerValues = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/ltv",
  summary: "List customers by total spent",
  description:
    "Final payments and charges of a currency, less their refunds; the customer who has paid the most first.",
  query: z.strictObject({
    ...pageQuery,
    currency: currency.optional().meta({
      description: "By default your default currency",
      example: "USDC",
    }),
  }),
  status: 200,
  response: listOf(customerValue),
});
