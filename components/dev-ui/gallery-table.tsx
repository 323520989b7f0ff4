import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";

interface Row {
  id: string;
  amount: string;
  isFinal: boolean;
}

const columns: Column<Row>[] = [
  { name: "Payment", cell: ({ id }) => <code className="font-mono text-xs">{id}</code> },
  {
    name: "State",
    cell: ({ isFinal }) => (
      <Badge tone={isFinal ? "good" : "wait"}>{isFinal ? "Confirmed" : "Pending"}</Badge>
    ),
  },
  { name: "Amount", isNumber: true, cell: ({ amount }) => `${amount} USDC` },
];

const rows: Row[] = [
  { id: "ps_4fQx0wJt2mZk8sVb6nHc1yRd", amount: "49.00", isFinal: true },
  { id: "ps_9aLr3cVw7pXe5tGu0bNf2kMs", amount: "1,234.50", isFinal: false },
];

/** A list in columns. */
export function GalleryTable() {
  return <Table caption="Payments" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
