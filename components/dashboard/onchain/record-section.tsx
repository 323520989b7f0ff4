"use client";

import { lazy, Suspense, useState } from "react";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Loading } from "@/components/ui/loading";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { formatBps } from "@/lib/core/amounts/format-bps";
import type { RegistryStatus } from "@/lib/core/kinds";
import type { Chain, OnchainState } from "./acting-chain";
import type { AskedCall } from "./asked-call";
import { ShownAddress } from "./shown-address";

interface OwnershipNoticeProps {
  record: NonNullable<OnchainState["record"]>;
  calls: OnchainState["calls"];
  onAsk(asked: AskedCall): void;
}

/** Says that a transfer of the ownership has begun, and what ends it. */
function OwnershipNotice({ record, calls, onAsk }: OwnershipNoticeProps) {
  const { pendingOwner } = record;
  const { acceptOwnership: accept, cancelOwnershipTransfer: cancel } = calls;
  if (pendingOwner === null) return null;
  return (
    <Notice tone="wait">
      <p className="font-medium">Waiting for the new owner to accept.</p>
      <p className="mt-1">
        <ShownAddress address={pendingOwner} />
      </p>
      <p className="mt-1">
        Until that wallet accepts, the owner stays the same and can cancel the transfer.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {accept && (
          <Button
            onClick={() =>
              onAsk({
                title: "Accept ownership",
                text: "The wallet below becomes the owner. Only the owner can change where payments go.",
                done: "The new owner has accepted.",
                call: accept,
              })
            }
          >
            Accept with that wallet
          </Button>
        )}
        {cancel && (
          <Button
            look="secondary"
            onClick={() =>
              onAsk({
                title: "Cancel ownership transfer",
                text: "The owner stays the same, and the other wallet can no longer accept.",
                done: "Transfer cancelled.",
                call: cancel,
              })
            }
          >
            Cancel transfer
          </Button>
        )}
      </div>
    </Notice>
  );
}

const ChangeDialog = lazy(async () => ({
  default: (await import("./change-dialog")).ChangeDialog,
}));
const CallDialog = lazy(async () => ({
  default: (await import("@/components/dashboard/wallet-step/call-dialog")).CallDialog,
}));

const states: Record<RegistryStatus, { name: string; tone: BadgeTone }> = {
  none: { name: "Unknown", tone: "neutral" },
  active: { name: "Active", tone: "good" },
  suspended: { name: "Suspended", tone: "bad" },
  closed: { name: "Closed", tone: "neutral" },
};

interface Props {
  record: NonNullable<OnchainState["record"]>;
  state: OnchainState;
  chain: Chain;
  network: PayNetwork;
  onChanged(): void;
}

/** A business's own record in the registry, and what its owner's wallet can change of it. */
export function RecordSection({ record, state, chain, network, onChanged }: Props) {
  const why = useWhyReadOnly();
  const { name, tone } = states[record.status];
  const [changes, setChanges] = useState<"payout" | "owner" | null>(null);
  const [asked, setAsked] = useState<AskedCall | null>(null);
  const ask = (call: AskedCall) => {
    setChanges(null);
    setAsked(call);
  };
  const finish = (text: string) => {
    setAsked(null);
    showToast(text);
    onChanged();
  };
  return (
    <Section
      title="Registry record"
      text="Only the owner’s wallet can change where payments go. Neither Stipend nor an intruder in this account can."
      action={<Badge tone={tone}>{name}</Badge>}
    >
      <div className="grid gap-5">
        {state.stale && (
          <Notice tone="wait">
            The network isn’t responding. This is the record as of the last final block.
          </Notice>
        )}
        <FinalNotice record={record} final={state.final} />
        <OwnershipNotice record={record} calls={state.calls} onAsk={ask} />
        <RecordFacts record={record} />
        <div className="flex flex-wrap gap-3">
          <Offered why={why}>
            <Button look="secondary" onClick={() => setChanges("payout")}>
              Change payout wallet
            </Button>
            <Button look="secondary" onClick={() => setChanges("owner")}>
              Transfer ownership
            </Button>
          </Offered>
        </div>
      </div>
      <Suspense fallback={<Loading />}>
        {changes && (
          <ChangeDialog what={changes} chain={chain} onAsk={ask} onClose={() => setChanges(null)} />
        )}
        {asked && (
          <CallDialog
            title={asked.title}
            call={asked.call}
            network={network}
            onMined={() => finish(asked.done)}
            onClose={() => setAsked(null)}
          >
            <p>{asked.text}</p>
          </CallDialog>
        )}
      </Suspense>
    </Section>
  );
}

/** Says what has changed on the chain, and does not count here before its block is final. */
function FinalNotice({ record, final }: Pick<Props, "record"> & Pick<OnchainState, "final">) {
  if (!final) return null;
  const isPayout = record.payoutAddress !== final.payoutAddress;
  if (!isPayout && record.owner === final.owner) return null;
  return (
    <Notice>
      {isPayout ? "The new payout wallet" : "The new owner"} is on-chain. The change takes effect
      everywhere once the block is final.
    </Notice>
  );
}

function RecordFacts({ record }: Pick<Props, "record">) {
  const { owner, payoutAddress, feeBps, announcedFee, settleUntil } = record;
  return (
    <Facts>
      <Fact name="Payments go to">
        <ShownAddress address={payoutAddress} />
      </Fact>
      <Fact name="Owner">
        <ShownAddress address={owner} />
      </Fact>
      <Fact name="Fee">{formatBps(feeBps)}</Fact>
      {announcedFee && (
        <Fact name="Announced fee">
          {formatBps(announcedFee.feeBps)} from{" "}
          <LocalTime iso={announcedFee.effectiveAt} shape="second" locale="en" />
        </Fact>
      )}
      {settleUntil && (
        <Fact name="Open payments are settled until">
          <LocalTime iso={settleUntil} shape="second" locale="en" />
        </Fact>
      )}
    </Facts>
  );
}
