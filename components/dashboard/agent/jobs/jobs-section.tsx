"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import { type FirstPage, useList } from "@/components/dashboard/data/use-list";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { JobLine } from "./job-line";
import type { Job } from "./job-state";

const path = "/v1/agents/jobs";
/** Most steps of a job are told by no event. */
const LOOK_MS = 10_000;

interface Props {
  first: FirstPage<Job> | null;
  /** Those of the treasuries. */
  networks: readonly PayNetwork[];
}

/** The agent's jobs, each with its steps and what the person can do now. */
export function JobsSection({ first, networks }: Props) {
  const found = useList<Job>({
    path,
    shown: { resource: "agent_job", watches: ["agent_activity"] },
    query: {},
    first,
  });
  useFreshList(path, LOOK_MS);
  const jobs = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section
      title="Jobs"
      text="Work that your agent buys. The money waits in escrow until the work is accepted."
    >
      {found.error && <QueryProblem problem={found.error} onRetry={() => void found.refetch()} />}
      {!found.error && jobs.length === 0 && (
        <p className="text-muted text-sm">
          No jobs yet. Create one with{" "}
          <code translate="no" className="font-mono text-xs">
            POST {path}
          </code>
          .
        </p>
      )}
      {jobs.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} networks={networks} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div className="mt-4">
          <Button
            look="secondary"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Section>
  );
}
