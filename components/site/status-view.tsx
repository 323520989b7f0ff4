import { Badge } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/time/local-time";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { ready } from "@/lib/contract/operations/operations";

/** What is looked at, as people call it, under what it matters for; what is new stands under the last heading. */
const checkGroups: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    "Payments",
    {
      rpc: "Chain nodes",
      contracts: "Contracts",
      indexer: "Reading the chain",
      relayer: "Sending wallets",
      fees: "Network fees",
      queued: "Payments waiting to be sent",
      nonces: "Order of sent transactions",
      outcomes: "Outcomes of sent transactions",
      screening: "Screening of payers",
      held: "Payments held for screening",
      refunds: "Refunds",
      renewals: "Renewals",
    },
  ],
  [
    "Merchants",
    {
      registrations: "Registrations on the chain",
      operator: "Operator’s wallet",
      treasury: "Fees to the treasury",
      events: "Events",
      webhooks: "Webhooks",
      replays: "Webhook replays",
      mail: "E-mails",
      images: "Logos",
      requestLog: "Request log",
    },
  ],
  [
    "Servers",
    {
      database: "Database",
      writes: "Database writes",
      migrations: "Database version",
      pool: "Database connections",
      jobs: "Background work",
      queue: "Work waiting to begin",
      retention: "Removal of old data",
    },
  ],
];

type Readiness = OutputOf<typeof ready>;

type Check = Readiness["checks"][string];

const tones = { ok: "good", warn: "wait", fail: "bad" } as const;
const words = { ok: "Operational", warn: "Needs attention", fail: "Not working" } as const;

const overall = {
  ok: "All systems operational.",
  degraded: "Payments work. Something needs the operator’s attention.",
  fail: "Payments are unavailable now.",
} as const;

/** What was looked at, and what follows from it. */
export function StatusView({ readiness, at }: { readiness: Readiness; at: Date }) {
  const { status, modes, checks } = readiness;
  return (
    <div className="grid gap-8">
      <div className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
        <p className="text-balance font-semibold text-xl tracking-tight">{overall[status]}</p>
        <dl className="mt-4 grid gap-2 text-sm sm:grid-cols-2">
          {(["live", "test"] as const).map((mode) => (
            <div key={mode} className="flex items-center gap-3">
              <dt>{mode === "live" ? "Live mode" : "Test mode"}</dt>
              <dd>
                <Badge tone={modes[mode].settles ? "good" : "bad"}>
                  {modes[mode].settles ? "Settles payments" : "Does not settle"}
                </Badge>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-muted text-sm">
          Checked <LocalTime iso={at.toISOString()} shape="second" locale="en" />.{" "}
          <a
            href="/status"
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
          >
            Check again
          </a>
        </p>
      </div>
      <div className="grid gap-8 md:grid-cols-3">
        {groupsOf(checks).map(([heading, rows]) => (
          <section key={heading}>
            <h2 className="border-line border-b pb-2 font-semibold tracking-tight">{heading}</h2>
            <ul>
              {rows.map(([name, check]) => (
                <CheckRow key={name} name={name} check={check} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="text-muted text-sm">
        Monitors read the same at{" "}
        <a href="/ready" className="text-accent underline underline-offset-4">
          /ready
        </a>
        .
      </p>
    </div>
  );
}

/** The checks under their headings, by the names that people have for them. */
function groupsOf(checks: Readiness["checks"]): [string, [string, Check][]][] {
  const known = new Set(checkGroups.flatMap(([, names]) => Object.keys(names)));
  const others = Object.entries(checks).filter(([name]) => !known.has(name));
  return checkGroups.map(([heading, names], place) => {
    const own = Object.entries(names).flatMap(([name, word]): [string, Check][] => {
      const check = checks[name];
      return check ? [[word, check]] : [];
    });
    return [heading, place === checkGroups.length - 1 ? [...own, ...others] : own];
  });
}

/** What was found is said where something is to be done about it. */
function CheckRow({ name, check: { status, detail } }: { name: string; check: Check }) {
  return (
    <li className="border-line border-b py-2.5 text-sm">
      <span className="flex items-center justify-between gap-4">
        {name}
        <Badge tone={tones[status]}>{words[status]}</Badge>
      </span>
      {status !== "ok" && detail && (
        <span className="wrap-anywhere mt-1 block text-muted">{detail}</span>
      )}
    </li>
  );
}
