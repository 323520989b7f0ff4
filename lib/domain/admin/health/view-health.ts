import type { Db } from "@/db/client";
import type { getPlatformHealth as declaration } from "@/lib/contract/admin/analytics";
import type { OutputOf } from "@/lib/contract/endpoint";
import { combine, type Finding, warn } from "@/lib/domain/operations/finding";
import type { Readiness } from "@/lib/domain/operations/readiness";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

type Health = OutputOf<typeof declaration>;
type Area = Health["relay"];
type Chain = Health["indexer"][number];

/** More blocks behind than this are told of. */
const MOST_BEHIND = 50;

/** The checks of each area, and what an operator does where one is not ok. */
const areas = {
  chains: [
    ["rpc", "indexer", "logs", "contracts", "tokens", "registrations"],
    "chain-and-nodes.md",
  ],
  relay: [
    ["relayer", "operator", "agent", "fees", "queued", "nonces", "outcomes", "treasury"],
    "relay-wallets.md",
  ],
  webhooks: [["events", "webhooks", "replays"], "webhooks.md"],
  renewals: [["renewals", "refunds", "reservations"], "billing.md"],
  mail: [["mail"], "mail.md"],
  engine: [
    [
      ...["jobs", "queue", "retention", "closings", "broadcasts", "alerts", "images"],
      ...["requestLog", "secrets", "proxies"],
    ],
    "run-and-upgrade.md, monitoring.md or secrets.md",
  ],
  screening: [["screening", "held", "rescreening"], "payments.md"],
  books: [["books"], "books.md"],
  figures: [["figures"], "billing.md"],
  database: [["database", "migrations", "writes", "pool"], "database.md"],
} as const;

const doing = (page: string) =>
  `Look for the words of the detail in docs/operations/symptoms.md; docs/operations/${page} says what to do.`;

/** The health of the platform by area, of the checks that `/ready` makes. */
export async function viewHealth(
  { db }: Context<AdminActor>,
  { checks }: Pick<Readiness, "checks">,
): Promise<Health> {
  const indexer = await readChains(db);
  const shown = Object.fromEntries(
    Object.entries(areas).map(([name, [names, page]]) => {
      const found = names.map((one) => checks[one] ?? warn(`${one} was not checked`));
      return [name, viewArea(combine(found), page)];
    }),
  ) as Record<keyof typeof areas, Area>;
  const statuses = [...Object.values(shown), ...indexer].map(({ status }) => status);
  return { object: "admin_health", status: worst(statuses), indexer, ...shown };
}

const worst = (statuses: readonly Area["status"][]): Area["status"] =>
  (["fail", "warn"] as const).find((status) => statuses.includes(status)) ?? "ok";

const viewArea = ({ status, detail }: Finding, page: string): Area => ({
  status,
  detail,
  action: status === "ok" ? null : doing(page),
});

async function readChains(db: Db): Promise<Chain[]> {
  const rows = await db<Pick<Chain, "chainId" | "blocksBehind" | "haltedReason">[]>`
    select chain_id, greatest(head_number - number, 0)::int as blocks_behind, halted_reason
    from chain_cursors order by chain_id`;
  return rows.map((row) => {
    const isBehind = row.blocksBehind > MOST_BEHIND;
    const status = row.haltedReason !== null ? "fail" : isBehind ? "warn" : "ok";
    return { ...row, status, action: status === "ok" ? null : doing(areas.chains[1]) };
  });
}
