import { LocalTime } from "@/components/time/local-time";
import { Badge } from "@/components/ui/badge";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { ready } from "@/lib/contract/operations";

type Readiness = OutputOf<typeof ready>;

const tones = { ok: "good", warn: "wait", fail: "bad" } as const;
const words = { ok: "Works", warn: "Look at it", fail: "Does not work" } as const;

const overall = {
  ok: "Everything works.",
  degraded: "Payments are taken. Something needs an operator's look.",
  fail: "Payments cannot be taken now.",
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
          Looked at <LocalTime iso={at.toISOString()} shape="second" locale="en" />.{" "}
          <a
            href="/status"
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
          >
            Look again
          </a>
        </p>
      </div>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {Object.entries(checks).map(([name, check]) => (
          <li
            key={name}
            className="flex items-start justify-between gap-4 border-line border-b py-3 text-sm"
          >
            <span className="min-w-0">
              <span className="block font-medium">
                {name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}
              </span>
              {check.detail && (
                <span className="wrap-anywhere block text-muted">{check.detail}</span>
              )}
            </span>
            <Badge tone={tones[check.status]}>{words[check.status]}</Badge>
          </li>
        ))}
      </ul>
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
