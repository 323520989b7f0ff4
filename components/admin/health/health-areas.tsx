import { AlertIcon, CheckIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { getPlatformHealth } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

export type Health = ReceivedOutput<typeof getPlatformHealth>;
type Status = Health["status"];

/** The areas, by the names of the API. */
export const areaNames = {
  indexer: "Chain reading",
  chains: "Nodes and contracts",
  relay: "Sending of transactions",
  webhooks: "Webhooks",
  renewals: "Renewals",
  mail: "Emails",
  engine: "Jobs and settings",
  screening: "Screening",
  books: "Books",
  figures: "Statistics",
  database: "Database",
} as const satisfies Readonly<Record<Exclude<keyof Health, "object" | "status">, string>>;
type AreaName = keyof typeof areaNames;

/** An area with what was found, and what to do. */
interface Area {
  readonly name: AreaName;
  readonly status: Status;
  readonly detail: string | null;
  readonly action: string | null;
}

const looks: Readonly<Record<Status, StateLook>> = {
  ok: { tone: "good", word: "OK", icon: CheckIcon },
  warn: { tone: "wait", word: "Warning", icon: AlertIcon },
  fail: { tone: "bad", word: "Failing", icon: CrossIcon },
};
const order: readonly Status[] = ["fail", "warn", "ok"];

/** How an area is. */
export const AreaState = ({ status }: { status: Status }) => <StateBadge look={looks[status]} />;

const worstOf = (all: readonly { readonly status: Status }[]): Status =>
  order.find((status) => all.some((one) => one.status === status)) ?? "ok";

/** The areas, the worst first. Reading of the chains is one of them. */
export function worstFirst(health: Health): readonly Area[] {
  const names = Object.keys(areaNames) as AreaName[];
  const areas = names.map((name): Area => {
    if (name !== "indexer") return { name, ...health[name] };
    return { name, status: worstOf(health.indexer), detail: null, action: null };
  });
  return areas.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}
