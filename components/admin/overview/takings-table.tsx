import { Money } from "@/components/ui/money/money";
import { type Column, Table } from "@/components/ui/table";
import type { getOverview } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Takings = ReceivedOutput<typeof getOverview>["volume24h"][number];

const columns: Column<Takings>[] = [
  {
    name: "Mode and currency",
    cell: ({ mode, currency }) => `${mode === "live" ? "Live" : "Test"}, ${currency}`,
  },
  { name: "Payments", isNumber: true, cell: ({ payments }) => payments },
  {
    name: "Volume",
    isNumber: true,
    cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
  },
  {
    name: "Fees",
    isNumber: true,
    cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
  },
];

/** What was taken in a period, a row for each mode and currency: live mode first. */
export function TakingsTable({ title, takings }: { title: string; takings: readonly Takings[] }) {
  const used = takings.filter(({ payments }) => payments > 0);
  const rows = [...used].sort((one, other) => one.mode.localeCompare(other.mode));
  return (
    <div>
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">No payments.</p>
      ) : (
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          keyOf={({ mode, currency }) => `${mode} ${currency}`}
        />
      )}
    </div>
  );
}
