"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ShownAddress } from "@/components/dashboard/onchain/shown-address";
import { LongFact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { JobLine } from "./job-line";
import { type Job, JobState } from "./job-state";

const path = "/v1/agents/jobs/{id}";
/** Most steps of a job are told by no event. */
const LOOK_MS = 10_000;

interface Props {
  id: string;
  first: FirstObject<Job> | null;
  /** Those of the treasuries. */
  networks: readonly PayNetwork[];
}

/** One job of the agent: what the person can do now, and its facts. */
export function JobDetail({ id, first, networks }: Props) {
  const shown = { resource: "agent_job", id };
  const asked = { path, id, shown, first, everyMs: LOOK_MS };
  const { data, error, refetch } = useObject<Job>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="agent_job"
      title={<Money amount={data.amount} currency={data.currency} />}
      status={<JobState {...data} />}
      lead={
        <Section title="Job">
          <ul>
            <JobLine job={data} networks={networks} isAlone />
          </ul>
        </Section>
      }
      facts={<JobFacts job={data} />}
    >
      {null}
    </DetailPage>
  );
}

function JobFacts({ job }: { job: Job }) {
  const { deliverable, txHash } = job;
  return (
    <ObjectFacts title="Details">
      <LongFact name="Vendor">
        <ShownAddress address={job.vendorAddress} />
      </LongFact>
      <LongFact name="Judged by">
        {job.evaluatorAddress === job.treasuryAddress ? (
          "You, through your treasury"
        ) : (
          <ShownAddress address={job.evaluatorAddress} />
        )}
      </LongFact>
      <LinkFact object="transaction" id={job.transactionId} />
      {deliverable && (
        <LongFact name="Hash of the work">
          <ShownAddress address={deliverable} />
        </LongFact>
      )}
      {txHash && (
        <LongFact name="Last on-chain step">
          <ShownAddress address={txHash} />
        </LongFact>
      )}
      <MomentFact name="Created" iso={job.createdAt} />
    </ObjectFacts>
  );
}
