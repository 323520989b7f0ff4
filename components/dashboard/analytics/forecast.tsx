"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Estimate } from "@/components/ui/money/estimate";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getForecast } from "@/lib/contract/insight/forecast";
import { type Currency, currencies, toDecimal } from "@/lib/core/amounts/money";
import { Figure, Figures, percentOf } from "./figure";
import { FigureTable } from "./figure-table";

type Forecast = ReceivedOutput<typeof getForecast>;
type Outcome = Forecast["accuracy"][number];

const shown = { resource: "forecast", watches: ["payment_session", "subscription"] };
const route = { method: "GET", path: "/v1/stats/forecast" } as const;

const amountOf = (name: string, field: "expected" | "actual", Shown: typeof Money) => ({
  name,
  isNumber: true,
  text: (outcome: Outcome) => toDecimal(BigInt(outcome[field])),
  cell: (outcome: Outcome) => <Shown amount={outcome[field]} currency={outcome.currency} />,
});
const columns = [
  {
    name: "Days",
    isNumber: true,
    text: ({ days }: Outcome) => days,
    cell: ({ days }: Outcome) => days,
  },
  { name: "From", text: ({ from }: Outcome) => from, cell: ({ from }: Outcome) => from },
  {
    name: "Currency",
    text: ({ currency }: Outcome) => currency,
    cell: ({ currency }: Outcome) => currency,
  },
  amountOf("Predicted", "expected", Estimate),
  amountOf("Actual", "actual", Money),
  {
    name: "Actual of predicted",
    isNumber: true,
    text: ({ rate }: Outcome) => rate ?? "",
    cell: ({ rate }: Outcome) => percentOf(rate),
  },
];

/** What the business can expect to take, and how earlier expectations came out. */
export function ForecastSection() {
  const { data, error, refetch } = useAnswer<typeof getForecast>(route, {}, { shown });
  return (
    <Section
      title="Forecast"
      text="A straight line through your last 90 days, before fees and refunds."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading forecast" />}
      {data && (
        <div className="grid gap-5">
          {data.insufficientData && (
            <p className="text-muted text-sm">
              A forecast starts 14 days after your first payment. So far {data.basisDays} of them
              are over.
            </p>
          )}
          {usedOf(data).map((currency) => (
            <Horizons key={currency} forecast={data} currency={currency} />
          ))}
          {data.accuracy.length > 0 && <Accuracy outcomes={data.accuracy} />}
        </div>
      )}
    </Section>
  );
}

const usedOf = ({ horizons }: Forecast): Currency[] =>
  currencies.filter((currency) => horizons.some((one) => one.high[currency] !== "0"));

function Horizons({ forecast, currency }: { forecast: Forecast; currency: Currency }) {
  return (
    <Figures>
      {forecast.horizons.map((one) => (
        <Figure key={one.days} name={`Next ${one.days} days`}>
          <Estimate amount={one[currency]} currency={currency} />
          <span className="block font-normal text-muted text-xs">
            <Estimate amount={one.low[currency]} currency={currency} /> to{" "}
            <Estimate amount={one.high[currency]} currency={currency} />
          </span>
        </Figure>
      ))}
    </Figures>
  );
}

function Accuracy({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <div className="grid gap-4">
      <Figures>
        {outcomes.map(({ days, currency, rate }) => (
          <Figure key={`${days} ${currency}`} name={`Of the predicted ${days} days, ${currency}`}>
            {percentOf(rate)}
          </Figure>
        ))}
      </Figures>
      <FigureTable
        caption="Predicted and actual"
        columns={columns}
        rows={outcomes}
        keyOf={({ days, currency }) => `${days} ${currency}`}
      />
    </div>
  );
}
