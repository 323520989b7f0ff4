"use client";

import Link from "next/link";
import { FigureFile } from "@/components/dashboard/analytics/figure-table";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import type { getTopMerchants } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { toDecimal } from "@/lib/core/amounts/money";

type TopMerchant = ReceivedOutput<typeof getTopMerchants>["merchants"][number];

const route = { method: "GET", path: "/v1/admin/analytics/top-merchants" } as const;
const MOST = "10";

const columns = [
  {
    name: "Merchant",
    text: ({ merchantId }: TopMerchant) => merchantId,
    cell: ({ merchantId, businessName }: TopMerchant) => (
      <Link
        href={`/admin/merchants/${merchantId}`}
        prefetch={false}
        className="underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {businessName}
      </Link>
    ),
  },
  {
    name: "Payments",
    isNumber: true,
    text: ({ payments }: TopMerchant) => payments,
    cell: ({ payments }: TopMerchant) => payments,
  },
  {
    name: "Volume",
    isNumber: true,
    text: ({ gross }: TopMerchant) => toDecimal(BigInt(gross)),
    cell: ({ gross, currency }: TopMerchant) => <Money amount={gross} currency={currency} />,
  },
  {
    name: "Fees",
    isNumber: true,
    text: ({ fees }: TopMerchant) => toDecimal(BigInt(fees)),
    cell: ({ fees, currency }: TopMerchant) => <Money amount={fees} currency={currency} />,
  },
];

const nameOf = ({ mode, currency }: TopMerchant) =>
  `${mode === "live" ? "Live" : "Test"}, ${currency}`;

/** The merchants with the highest volume, for each mode and currency by itself. @param from the first day */
export function TopMerchants({ from }: { from: string }) {
  const input = { from, limit: MOST };
  const { data, error, refetch } = useAnswer<typeof getTopMerchants>(route, input);
  const all = data?.merchants ?? [];
  const names = [...new Set(all.map(nameOf))].sort(
    (one, other) => Number(other.startsWith("Live")) - Number(one.startsWith("Live")),
  );
  return (
    <Section title="Top merchants" text="By volume, for each mode and currency by itself.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading merchants" />}
      {data && names.length === 0 && (
        <p className="text-muted text-sm">No payments in this period.</p>
      )}
      <div className="grid gap-8">
        {names.map((name) => (
          <Group key={name} name={name} rows={all.filter((one) => nameOf(one) === name)} />
        ))}
      </div>
    </Section>
  );
}

function Group({ name, rows }: { name: string; rows: readonly TopMerchant[] }) {
  const keyOf = ({ merchantId }: TopMerchant) => merchantId;
  return (
    <div className="grid gap-3">
      <h3 className="font-medium text-sm">{name}</h3>
      <Table caption={`Top merchants, ${name}`} {...{ columns, rows, keyOf }} />
      <FigureFile caption={`Top merchants, ${name}`} {...{ columns, rows, keyOf }} />
    </div>
  );
}
