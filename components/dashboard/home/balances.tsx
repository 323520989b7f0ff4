"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import type { getMerchantBalance } from "@/lib/contract/merchants/merchant-account";

const shown = { resource: "balance", watches: ["payment_session", "refund"] };

/** What the payout wallet holds, of each token. */
export function Balances() {
  const { data, error, refetch } = useAnswer<typeof getMerchantBalance>(
    { method: "GET", path: "/v1/merchants/me/balance" },
    {},
    { shown },
  );
  return (
    <Section title="Balance" text="The balance of your payout wallet.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading balance" />}
      {data && data.address === null && <p className="text-muted text-sm">No payout wallet yet.</p>}
      {data && data.address !== null && (
        <ul className="grid gap-2">
          {data.balances.map(({ currency, amount }) => (
            <li key={currency} className="font-semibold text-xl tabular-nums tracking-tight">
              {amount === null ? (
                <span className="font-normal text-base text-muted">{currency}: unknown</span>
              ) : (
                <Money amount={amount} currency={currency} />
              )}
            </li>
          ))}
        </ul>
      )}
      {data?.stale && data.asOf && (
        <p className="mt-3 text-muted text-xs">
          The network isn’t responding. Last known balance from{" "}
          <LocalTime iso={data.asOf} shape="short" locale="en" />.
        </p>
      )}
    </Section>
  );
}
