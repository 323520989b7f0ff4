"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { showToast } from "@/components/ui/toast";
import type { approveJob, cancelJob } from "@/lib/contract/agents/jobs";
import type { Job } from "./job-state";

const path = "/v1/agents/jobs/{id}";

interface Props {
  job: Job;
  onClose(): void;
}

function useDecision(work: () => Promise<unknown>, done: string, onClose: () => void) {
  const acting = useActing();
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: () => {
      showToast(done);
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: scopeKey(acting) }),
  });
}

const Address = ({ address }: { address: string }) => (
  <code translate="no" className="break-all font-mono text-xs">
    {address}
  </code>
);

/** States again what a person approves: the request carries what is shown here. */
export function ApproveJobDialog({ job, onClose }: Props) {
  const api = useApi();
  const { id, amount, currency, vendorAddress, evaluatorAddress } = job;
  const input = { id, amount, currency, vendorAddress, evaluatorAddress };
  const { mutate, isPending, error } = useDecision(
    () => api<typeof approveJob>({ method: "POST", path: `${path}/approve` }, input),
    "Job approved.",
    onClose,
  );
  return (
    <ConfirmDialog
      title="Approve this job?"
      action="Approve job"
      look="primary"
      open
      busy={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p className="wrap-anywhere whitespace-pre-line">{job.description}</p>
      <Facts>
        <Fact name="Amount">
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact name="Vendor">
          <Address address={vendorAddress} />
        </Fact>
        <Fact name="Judged by">
          {evaluatorAddress === job.treasuryAddress ? (
            "You, through your treasury"
          ) : (
            <Address address={evaluatorAddress} />
          )}
        </Fact>
      </Facts>
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}

/** Gives up a job that the escrow holds no money for. */
export function CancelJobDialog({ job, onClose }: Props) {
  const api = useApi();
  const { mutate, isPending, error } = useDecision(
    () => api<typeof cancelJob>({ method: "POST", path: `${path}/cancel` }, { id: job.id }),
    "Job cancelled.",
    onClose,
  );
  return (
    <ConfirmDialog
      title="Cancel this job?"
      action="Cancel job"
      open
      busy={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>
        <Money amount={job.amount} currency={job.currency} />{" "}
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {job.id}
        </code>
      </p>
      <p>Nothing is paid, and the vendor’s page says that the job was cancelled.</p>
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}
