import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, mode } from "@/lib/contract/fields";
import { renewalBlocker } from "@/lib/contract/subscriptions/renewals";
import { count, ofStatistics, rate, total } from "./stat-fields";

const ofCurrencies = z.object({ USDC: total, EURC: total }).meta({ id: "CurrencyAmounts" });
const fit = z
  .string()
  .regex(/^[01]\.[0-9]{4}$/)
  .nullable();

const sums = { renewals: count, amount: total };

export const getForecast = endpoint({
  ...ofStatistics,
  method: "GET",
  path: "/v1/stats/forecast",
  summary: "Retrieve what you can expect to take",
  description:
    "A straight line (linear regression) through the last 90 days (UTC) that are over, from the first on which you took something, for each currency by itself: final payments and charges, before fees and refunds. `low` and `high` hold four outcomes of five. With fewer than 14 days `insufficientData` is true and `horizons` is empty. `scheduled` are the renewals of the next seven days with what would keep them from being charged, as `/v1/renewals` tells; `accuracy` compares what was expected on earlier days with what was taken.",
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
      scheduled: z
        .object({
          days: count,
          complete: z.boolean().meta({
            description: "False beyond 500 renewals: the later ones are not counted",
          }),
          currencies: z.array(
            z
              .object({
                currency,
                ...sums,
                byBlocker: z.array(
                  z.object({ blocker: renewalBlocker, ...sums }).meta({ id: "BlockedRenewals" }),
                ),
              })
              .meta({ id: "ScheduledCurrency" }),
          ),
        })
        .meta({ id: "ScheduledRenewals" }),
      accuracy: z
        .array(
          z
            .object({
              days: count,
              currency,
              from: z.iso.date().meta({ description: "When it was expected: the first day" }),
              expected: total,
              actual: total,
              rate: rate.meta({ description: "What was taken, as a part of what was expected" }),
            })
            .meta({ id: "ForecastAccuracy" }),
        )
        .meta({
          description:
            "Of each horizon the last period that is over; kept from the first night on which you had 14 days of data",
        }),
    })
    .meta({ id: "Forecast" }),
});
