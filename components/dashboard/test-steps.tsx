"use client";

import { useEffect, useState } from "react";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { useOnce } from "@/components/ui/use-once";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getMerchantChainStatus } from "@/lib/contract/merchant-account";
import type { createSession } from "@/lib/contract/payment-sessions";
import { useApi } from "./acting-context";
import { PayoutForm } from "./payout-form";
import { Step } from "./step";

type ChainStatus = ReceivedOutput<typeof getMerchantChainStatus>;

const LOOK_MS = 2_000;

/** The way to a first test payment: a wallet that it goes to, and a payment to make. */
export function TestSteps({ testChainId }: { testChainId: number | null }) {
  const api = useApi();
  const task = useTask();
  const [found, setFound] = useState<ChainStatus | null>(null);
  const look = () =>
    task.run(async () => {
      const route = { method: "GET", path: "/v1/merchants/me/chain-status" } as const;
      setFound(await api<typeof getMerchantChainStatus>(route, {}));
    });
  useOnce(() => void look());
  useEffect(() => {
    if (found?.status !== "registering") return;
    const timer = setTimeout(() => void look(), LOOK_MS);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <Step isDone={found?.status === "registered"} title="Say where test payments go">
        {found === null ? "Looking at the chain." : standingOf(found)}
        {task.problem && <TaskProblem problem={task.problem} />}
        {found?.status === "unregistered" && (
          <PayoutForm testChainId={testChainId} onSaved={() => void look()} />
        )}
      </Step>
      {found?.status === "registered" && <SamplePayment />}
    </>
  );
}

function standingOf({ status, chainMerchantId }: ChainStatus): string {
  if (status === "registered") return `Your business is number ${chainMerchantId} on the chain.`;
  if (status === "registering") return "Your business is being registered on the chain.";
  return "Each payment goes straight to your own wallet. Choose one for test mode.";
}

/** Five dollars, to be paid by whoever opens the page: with the test wallet, on the local chain. */
function SamplePayment() {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const [url, setUrl] = useState<string | null>(null);
  const create = () =>
    run(async () => {
      const route = { method: "POST", path: "/v1/payment-sessions" } as const;
      const body = { amount: "5000000", currency: "USDC", description: "Sample payment" } as const;
      const { checkoutUrl } = await api<typeof createSession>(route, body);
      setUrl(checkoutUrl);
    });
  return (
    <Step
      isDone={false}
      title="Take a payment"
      action={
        url ? (
          <ButtonLink href={url}>Open the payment page</ButtonLink>
        ) : (
          <Button look="secondary" busy={busy} onClick={() => void create()}>
            Create sample payment
          </Button>
        )
      }
    >
      A payment of 5.00 USDC, as your customers see it.
      <TaskProblem problem={problem} />
    </Step>
  );
}
