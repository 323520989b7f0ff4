"use client";

import { lazy, Suspense, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Loading } from "@/components/ui/loading";
import { Offered } from "@/components/ui/offered";
import { showToast } from "@/components/ui/toast";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { type AgentConfig, readConfig } from "./agent-config";
import { useRefreshing } from "./use-refreshing";

const CallDialog = lazy(async () => ({
  default: (await import("@/components/dashboard/wallet-step/call-dialog")).CallDialog,
}));

type Call = AgentConfig["commerce"]["instructions"][number];

const isSame = (one: Call, other: Call) =>
  one.chainId === other.chainId && one.to === other.to && one.data === other.data;

interface Props {
  calls: readonly Call[];
  /** Those of the treasuries. */
  networks: readonly PayNetwork[];
}

/** What the owner's wallet still has to send, so that the treasury holds the agent to the saved limits. */
export function PolicyCalls({ calls, networks }: Props) {
  const why = useWhyReadOnly();
  const refresh = useRefreshing();
  const api = useApi();
  const { busy, problem, run } = useTask();
  const [call, setCall] = useState<Call | null>(null);
  const network = networks.find(({ chainId }) => chainId === call?.chainId);
  /** The treasury may have been changed since the page was opened: a call of before would undo that. */
  const open = (one: Call) =>
    run(async () => {
      const { commerce } = await readConfig(api);
      if (commerce.instructions.some((now) => isSame(now, one))) return setCall(one);
      showToast("What’s to be sent has changed.");
      refresh();
    });
  return (
    <>
      <TaskProblem problem={problem} />
      <Offered why={why}>
        <ol className="grid justify-items-start gap-2">
          {calls.map((one) => (
            <li key={`${one.chainId} ${one.to} ${one.data}`}>
              <Button look="secondary" blocked={busy} onClick={() => void open(one)}>
                {one.summary}
              </Button>
            </li>
          ))}
        </ol>
      </Offered>
      <Suspense fallback={<Loading />}>
        {call && network && (
          <CallDialog
            title={call.summary}
            call={call}
            network={network}
            onMined={() => {
              setCall(null);
              showToast("Sent. This page shows it once it is final.");
              refresh();
            }}
            onClose={() => setCall(null)}
          >
            <p>
              The treasury keeps to what its owner's wallet tells it, not to what is saved here
              alone.
            </p>
          </CallDialog>
        )}
      </Suspense>
    </>
  );
}
