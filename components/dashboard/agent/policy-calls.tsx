"use client";

import { lazy, Suspense, useState } from "react";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Loading } from "@/components/ui/loading";
import { Offered } from "@/components/ui/offered";
import { showToast } from "@/components/ui/toast";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { AgentConfig } from "./agent-config";
import { useRefreshing } from "./use-refreshing";

const CallDialog = lazy(async () => ({
  default: (await import("@/components/dashboard/wallet-step/call-dialog")).CallDialog,
}));

type Call = AgentConfig["commerce"]["instructions"][number];

interface Props {
  calls: readonly Call[];
  /** Those of the treasuries. */
  networks: readonly PayNetwork[];
}

/** What the owner's wallet still has to send, so that the treasury holds the agent to the saved limits. */
export function PolicyCalls({ calls, networks }: Props) {
  const why = useWhyReadOnly();
  const refresh = useRefreshing();
  const [call, setCall] = useState<Call | null>(null);
  const network = networks.find(({ chainId }) => chainId === call?.chainId);
  return (
    <>
      <Offered why={why}>
        <ol className="grid justify-items-start gap-2">
          {calls.map((one) => (
            <li key={`${one.to} ${one.data}`}>
              <Button look="secondary" onClick={() => setCall(one)}>
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
