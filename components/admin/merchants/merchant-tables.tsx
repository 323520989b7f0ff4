import { useWhyNot } from "@/components/admin/shell/admin-context";
import { ModeName } from "@/components/admin/shell/mode-name";
import { Badge } from "@/components/ui/badge";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { Mode } from "@/lib/core/modes";
import type { Merchant } from "./merchant-shapes";
import { ReplayEvents } from "./replay-events";
import { SignInLock } from "./sign-in-lock";

type Statistics = Merchant["statistics"][number];
type Key = Merchant["apiKeys"][number];
type Endpoint = Merchant["webhookEndpoints"][number];
type User = Merchant["users"][number];
type Failure = Merchant["recentFailures"][number];

const mode = { name: "Mode", cell: (row: { mode: Mode }) => <ModeName mode={row.mode} /> };
const moment = (iso: string | null, none = "Never") =>
  iso ? <LocalTime iso={iso} shape="short" locale="en" /> : none;

const statisticsColumns: Column<Statistics>[] = [
  { name: "Currency", cell: ({ currency }) => currency },
  mode,
  { name: "Volume", isNumber: true, cell: (row) => <Money {...row} amount={row.volume} /> },
  { name: "Payments", isNumber: true, cell: ({ payments }) => payments },
  {
    name: "Active subscriptions",
    isNumber: true,
    cell: ({ activeSubscriptions }) => activeSubscriptions,
  },
];

const keyColumns: Column<Key>[] = [
  {
    name: "Key",
    cell: ({ name, prefix }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{name}</span>
        <code translate="no" className="font-mono text-muted text-xs">{`${prefix}…`}</code>
      </span>
    ),
  },
  mode,
  {
    name: "State",
    cell: ({ status }) => (
      <Badge tone={status === "active" ? "good" : "neutral"}>{capital(status)}</Badge>
    ),
  },
  { name: "Last used", cell: ({ lastUsedAt }) => moment(lastUsedAt) },
];

const endpointColumns: Column<Endpoint>[] = [
  { name: "Endpoint", cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
  mode,
  {
    name: "State",
    cell: ({ status, failingSince }) =>
      status === "enabled" && failingSince ? (
        <Badge tone="bad">Failing</Badge>
      ) : (
        <Badge tone={status === "enabled" ? "good" : "neutral"}>{capital(status)}</Badge>
      ),
  },
  { name: "Not delivered", isNumber: true, cell: ({ failedEvents }) => failedEvents },
  { name: "Last delivery", cell: ({ lastSuccessAt }) => moment(lastSuccessAt) },
];

const userColumns: Column<User>[] = [
  {
    name: "Person",
    cell: ({ email, id }) => <span className="wrap-anywhere">{email ?? id}</span>,
  },
  { name: "Role", cell: ({ role }) => capital(role) },
  {
    name: "Sign-in",
    cell: ({ locked }) => (
      <Badge tone={locked ? "bad" : "good"}>{locked ? "Locked" : "Allowed"}</Badge>
    ),
  },
  { name: "Since", cell: ({ createdAt }) => moment(createdAt) },
];

const replayColumn: Column<Endpoint> = {
  name: "Repair",
  cell: (endpoint) => <ReplayEvents endpoint={endpoint} />,
};

const lockColumn = (onChanged: Props["onChanged"]): Column<User> => ({
  name: "Repair",
  cell: (user) => <SignInLock {...{ user, onChanged }} />,
});

const failureWords: Readonly<Record<string, string>> = {
  "subscription.charge_failed": "Charge failed",
  "refund.failed": "Refund failed",
  "payment.reverted": "Payment removed by a chain reorganization",
};

const failureColumns: Column<Failure>[] = [
  { name: "Failure", cell: ({ type }) => failureWords[type] ?? type },
  mode,
  {
    name: "Object",
    cell: ({ resourceId }) => (
      <code translate="no" className="font-mono text-xs">
        {resourceId}
      </code>
    ),
  },
  { name: "When", cell: ({ createdAt }) => moment(createdAt) },
];

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

interface ListedProps<Row> {
  title: string;
  /** Said where there are none. */
  none: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

function Listed<Row>({ title, none, columns, rows, keyOf }: ListedProps<Row>) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <Table caption={title} {...{ columns, rows, keyOf }} />
      )}
    </Section>
  );
}

const byId = ({ id }: { id: string }) => id;

interface Props {
  merchant: Merchant;
  /** Reads the merchant anew. */
  onChanged(): Promise<unknown>;
}

/** A merchant's figures, keys, endpoints, people and newest failures. Amounts of modes and currencies are never added. */
export function MerchantTables({ merchant, onChanged }: Props) {
  const mayRepair = useWhyNot("admin", "change merchants") === null;
  return (
    <>
      <Listed
        title="Statistics"
        none="No payments yet."
        columns={statisticsColumns}
        rows={merchant.statistics.filter(isUsed)}
        keyOf={(row) => `${row.mode} ${row.currency}`}
      />
      <Listed
        title="API keys"
        none="No API keys."
        columns={keyColumns}
        rows={merchant.apiKeys}
        keyOf={byId}
      />
      <Listed
        title="Webhook endpoints"
        none="No webhook endpoints."
        columns={mayRepair ? [...endpointColumns, replayColumn] : endpointColumns}
        rows={merchant.webhookEndpoints}
        keyOf={byId}
      />
      <Listed
        title="People"
        none="No one has access."
        columns={mayRepair ? [...userColumns, lockColumn(onChanged)] : userColumns}
        rows={merchant.users}
        keyOf={byId}
      />
      <Listed
        title="Recent failures"
        none="No failures."
        columns={failureColumns}
        rows={merchant.recentFailures}
        keyOf={byId}
      />
    </>
  );
}

const isUsed = ({ payments, activeSubscriptions }: Statistics) =>
  payments > 0 || activeSubscriptions > 0;
