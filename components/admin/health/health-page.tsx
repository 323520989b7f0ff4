"use client";

import { useWhileSeen } from "@/components/admin/shell/attention";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import type { getPlatformHealth } from "@/lib/contract/admin/analytics";
import { AreaState, areaNames, type Health, worstFirst } from "./health-areas";
import { ResumeChain } from "./resume-chain";

const route = { method: "GET", path: "/v1/admin/health" } as const;
const LOOK_MS = 15_000;

const verdicts: Readonly<Record<Health["status"], string>> = {
  ok: "Everything works.",
  warn: "Payments work, but something needs attention.",
  fail: "Something has failed and needs attention now.",
};

/** What the checks of `/ready` find, by area, with what to do. */
export function HealthPage() {
  const everyMs = useWhileSeen(LOOK_MS);
  const found = useAnswer<typeof getPlatformHealth>(route, {}, { everyMs });
  const { data, error, refetch, isFetching, dataUpdatedAt } = found;
  return (
    <div className="grid min-w-0 gap-5">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading health" />}
      {data && (
        <>
          <Notice tone={data.status === "ok" ? "good" : data.status === "warn" ? "wait" : "bad"}>
            <p role="status">{verdicts[data.status]}</p>
          </Notice>
          <div className="flex flex-wrap items-center justify-between gap-3 text-muted text-sm">
            <p>
              Checked{" "}
              <LocalTime iso={new Date(dataUpdatedAt).toISOString()} shape="second" locale="en" />
            </p>
            <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          </div>
          <div className="grid items-start gap-5 md:grid-cols-2">
            {worstFirst(data).map(({ name, status, detail, action }) => (
              <Section key={name} title={areaNames[name]} action={<AreaState status={status} />}>
                {name === "indexer" ? (
                  <Chains indexer={data.indexer} />
                ) : (
                  <Finding {...{ status, detail, action }} />
                )}
              </Section>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

interface FindingProps {
  status: Health["status"];
  detail: string | null;
  action: string | null;
}

/** What was found, and what to do; of what is well the details are folded away. */
function Finding({ status, detail, action }: FindingProps) {
  if (status === "ok") {
    if (detail === null) return <p className="text-muted text-sm">Nothing to do.</p>;
    return (
      <Disclosure summary="Nothing to do. Details">
        <p className="wrap-anywhere text-sm">{detail}</p>
      </Disclosure>
    );
  }
  return (
    <dl className="grid gap-3 text-sm">
      {detail && (
        <div>
          <dt className="text-muted">Found</dt>
          <dd className="wrap-anywhere mt-0.5">{detail}</dd>
        </div>
      )}
      {action && (
        <div>
          <dt className="text-muted">What to do</dt>
          <dd className="wrap-anywhere mt-0.5 font-medium">{action}</dd>
        </div>
      )}
    </dl>
  );
}

function Chains({ indexer }: Pick<Health, "indexer">) {
  if (indexer.length === 0) return <p className="text-muted text-sm">No chain is configured.</p>;
  return (
    <ul className="grid gap-4">
      {indexer.map(({ chainId, status, blocksBehind, haltedReason, action }) => (
        <li key={chainId} className="grid gap-2">
          <p className="flex items-center justify-between gap-4 text-sm">
            Chain {chainId}, {behind(blocksBehind)}
            {indexer.length > 1 && <AreaState status={status} />}
          </p>
          {(haltedReason ?? action) !== null && (
            <Finding status={status} detail={haltedReason} action={action} />
          )}
          {haltedReason !== null && <ResumeChain chainId={chainId} />}
        </li>
      ))}
    </ul>
  );
}

function behind(blocks: number): string {
  if (blocks <= 0) return "up to date";
  return blocks === 1 ? "1 block behind" : `${blocks} blocks behind`;
}
