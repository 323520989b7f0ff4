"use client";

import { lazy, Suspense, useState } from "react";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Disclosure } from "@/components/ui/disclosure";
import { Loading } from "@/components/ui/loading";
import { Money } from "@/components/ui/money/money";
import { Offered } from "@/components/ui/offered";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { ApproveJobDialog, CancelJobDialog } from "./job-dialogs";
import { type Job, JobState, nextStepOf } from "./job-state";

const CallDialog = lazy(async () => ({
  default: (await import("@/components/dashboard/wallet-step/call-dialog")).CallDialog,
}));

type Call = Job["instructions"][number];

interface Props {
  job: Job;
  /** Those of the treasuries. */
  networks: readonly PayNetwork[];
  /** On the job's own page. */
  isAlone?: boolean;
}

/** One job: what is bought, where it stands, and what the person can do now. */
export function JobLine({ job, networks, isAlone = false }: Props) {
  const why = useWhyReadOnly();
  const [asked, setAsked] = useState<"approve" | "cancel" | null>(null);
  const [call, setCall] = useState<Call | null>(null);
  const isUnfunded = job.status === "pending_approval" || job.status === "approved";
  const step = nextStepOf(job);
  const networkOf = (one: Call | null) => networks.find(({ chainId }) => chainId === one?.chainId);
  const network = networkOf(call);
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1 text-sm">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">
              <Money amount={job.amount} currency={job.currency} />
            </span>
            <JobState {...job} />
            <span className="text-muted">
              for{" "}
              <code translate="no" className="font-mono text-xs">
                {shortHex(job.vendorAddress)}
              </code>
            </span>
          </span>
          <span
            dir="auto"
            className={`wrap-anywhere ${isAlone ? "whitespace-pre-line" : "line-clamp-2"}`}
          >
            {job.description}
          </span>
          {step && <span className="text-pretty text-muted">{step}</span>}
        </div>
        <Offered why={why}>
          {job.status === "pending_approval" && (
            <Button onClick={() => setAsked("approve")}>Approve</Button>
          )}
          {job.instructions.filter(networkOf).map((one) => (
            <Button key={one.data} look="secondary" onClick={() => setCall(one)}>
              {one.summary}
            </Button>
          ))}
        </Offered>
        {isUnfunded && (
          <Button look="secondary" onClick={() => setAsked("cancel")}>
            Cancel
          </Button>
        )}
      </div>
      <Disclosure summary="Steps">
        <Timeline job={job} isAlone={isAlone} />
      </Disclosure>
      {asked === "approve" && <ApproveJobDialog job={job} onClose={() => setAsked(null)} />}
      {asked === "cancel" && <CancelJobDialog job={job} onClose={() => setAsked(null)} />}
      <Suspense fallback={<Loading />}>
        {call && network && (
          <CallDialog
            title={call.summary}
            call={call}
            network={network}
            onMined={() => {
              setCall(null);
              showToast("Sent. This page shows it once it is final.");
            }}
            onClose={() => setCall(null)}
          >
            <p>
              <Money amount={job.amount} currency={job.currency} /> for{" "}
              <code translate="no" className="font-mono text-xs">
                {job.vendorAddress}
              </code>
            </p>
          </CallDialog>
        )}
      </Suspense>
    </li>
  );
}

function Timeline({ job, isAlone }: { job: Job; isAlone: boolean }) {
  const steps: readonly (readonly [name: string, at: string | null])[] = [
    ["Created", job.createdAt],
    [job.approvedBy === "policy" ? "Approved by your limits" : "Approved", job.approvedAt],
    ["Funded", job.fundedAt],
    ["Submitted", job.submittedAt],
    [job.heldAt === null ? "Accepted and paid" : "Accepted", job.completedAt],
    ...(job.completedAt === null ? [["Ended", job.closedAt] as const] : []),
    ...(job.closedAt === null
      ? [["Submit by", job.submitBy] as const, ["Deadline", job.expiresAt] as const]
      : []),
  ];
  return (
    <dl className="grid gap-1.5 text-sm">
      {steps.map(([name, at]) =>
        at === null ? null : (
          <div key={name} className="flex flex-wrap justify-between gap-x-6">
            <dt className="text-muted">{name}</dt>
            <dd>
              <LocalTime iso={at} shape="short" locale="en" />
            </dd>
          </div>
        ),
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <dt className="text-muted">Vendor’s page</dt>
        <dd className="min-w-0">
          <CopyButton text={job.vendorUrl} label="Copy link" copied="Copied" />
        </dd>
      </div>
      {!isAlone && (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <dt className="text-muted">Job</dt>
          <dd className="min-w-0">
            <ObjectLink path="/dashboard/agent/jobs" id={job.id} />
          </dd>
        </div>
      )}
    </dl>
  );
}
