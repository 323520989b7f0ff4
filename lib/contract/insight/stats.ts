import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, currency, id, listOf, mode, must, pageQuery, says } from "@/lib/contract/fields";
import { isStorableInstant } from "@/lib/core/storable-instant";

/** An amount that may be nothing. A sum may be longer than a uint256. */
const total = z
  .codec(z.string().regex(/^[0-9]{1,100}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .meta({ description: "Integer string in the token's smallest unit", example: "42500000" });

export const getVolume = endpoint({
  auth: "session",
  tag: "Statistics",
  method: "GET",
  path: "/v1/stats/volume",
  summary: "Retrieve your volume on each of the last 30 days",
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

const isDay = must("must be a date like 2026-04-27, or an ISO 8601 instant with its zone");

/** A day of a range: a date, or an instant within the day. */
const dayQuery = z
  .codec(z.union([z.iso.date(), z.iso.datetime({ offset: true })], isDay), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  })
  .refine(isStorableInstant, { message: "Must be of the years 0001 to 9999" })
  .meta({ example: "2026-04-01" });

/** Half-open: `to` is not part of it. */
const rangeQuery = (days: string) => ({
  from: dayQuery
    .optional()
    .meta(
      says(
        `The first day (UTC), as a date or an instant within it; by default ${days} before \`to\``,
        "2026-04-01",
      ),
    ),
  to: dayQuery
    .optional()
    .meta(
      says(
        "The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from`",
        "2026-05-01",
      ),
    ),
});

const shared = { auth: "merchant", scope: "transactions_read", tag: "Statistics" } as const;
const range = { from: z.iso.date(), to: z.iso.date() };
const count = z.number().int();
/** A decimal with four places, or null where it would be of nothing. */
const rate = z
  .string()
  .regex(/^[0-9]+\.[0-9]{4}$/)
  .nullable();

const conversionCounts = {
  created: count,
  confirmed: count,
  expired: count,
  cancelled: count,
  rate,
};

export const getConversion = endpoint({
  ...shared,
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
  ...shared,
  method: "GET",
  path: "/v1/stats/churn",
  summary: "Retrieve your churn",
  description:
    "By month (UTC), the oldest first; a month that the range holds in part has the days of the range alone. A subscription churns when it is cancelled or lapses, not while it is past due. A completed one is shown among the reasons and does not churn. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("365 days")),
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
  ...shared,
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
  ...shared,
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

const ofCurrencies = z.object({ USDC: total, EURC: total }).meta({ id: "CurrencyAmounts" });
const fit = z
  .string()
  .regex(/^[01]\.[0-9]{4}$/)
  .nullable();

export const getForecast = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/stats/forecast",
  summary: "Retrieve your revenue forecast",
  description:
    "A straight line (linear regression) through the last 90 days (UTC) that are over, from the first day with a payment, separately for each currency: final payments and charges, before fees and refunds. `low` and `high` hold four outcomes of five. With fewer than 14 days `insufficientData` is true and `horizons` is empty.",
  status: 200,
  response: z
    .object({
      object: z.literal("forecast"),
      mode,
      basisDays: count,
      insufficientData: z.boolean(),
      horizons: z.array(
        z
          .object({
            days: count,
            USDC: total,
            EURC: total,
            low: ofCurrencies,
            high: ofCurrencies,
          })
          .meta({ id: "ForecastHorizon" }),
      ),
      r2: z.object({ USDC: fit, EURC: fit }).meta({ id: "ForecastFit" }),
    })
    .meta({ id: "Forecast" }),
});
