"use client";

import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { Refund } from "./refund-state";
import { HashForm } from "./send-elsewhere";
import { useRecordRefund } from "./use-send-refund";

/** For a recorded plain transfer that no node knows: it may have been mined under another hash. */
export function ReplacedTransfer({ refund }: { refund: Refund }) {
  const { state, record } = useRecordRefund(refund, 1);
  return (
    <Section
      title="Find the transfer in your wallet"
      text="A wallet that speeds a transaction up gives it another hash."
    >
      <div className="grid gap-5">
        <Notice tone="wait">
          The recorded transaction isn’t on-chain. Check your wallet’s activity: if the money was
          sent, record that transaction here, since a second transfer would pay twice. If nothing
          was sent, cancel this refund and start another.
        </Notice>
        {state.problem && <Notice tone="bad">{state.problem}</Notice>}
        <HashForm
          label="Transaction hash from your wallet"
          refused={state.refused}
          onSent={(hash) => void record(hash)}
        />
      </div>
    </Section>
  );
}
