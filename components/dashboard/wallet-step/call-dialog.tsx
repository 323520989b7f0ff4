"use client";

import type { ReactNode } from "react";
import { ShownAddress } from "@/components/dashboard/onchain/shown-address";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { type WalletCall, waitForReceipt } from "@/lib/client/wallet/send-call";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { AskWallet } from "./ask-wallet";
import { sendFrom } from "./step-wallet";

interface Props {
  title: string;
  call: WalletCall;
  network: PayNetwork;
  /** What it does, and what comes after it. */
  children: ReactNode;
  /** A block has it. */
  onMined(): void;
  onClose(): void;
}

/** Has a merchant's own wallet send a transaction. */
export function CallDialog({ title, call, network, children, onMined, onClose }: Props) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="grid gap-4">
        <div className="wrap-anywhere grid gap-2 text-pretty text-muted text-sm">{children}</div>
        <Facts>
          <Fact name="Network">{network.label}</Fact>
          <Fact name="Sent by">
            <ShownAddress address={call.from} />
          </Fact>
        </Facts>
        <AskWallet
          account={call.from}
          network={network}
          verb="Send"
          work={async (wallet, tell) => {
            const hash = await sendFrom(wallet, call, network);
            tell("Sent. Waiting for confirmation…");
            await waitForReceipt(wallet.provider, call, hash);
            onMined();
          }}
        />
        <Disclosure summary="Send from another wallet">
          <p className="text-pretty text-muted text-sm">
            From a multisig or a hardware wallet, send this transaction from the account above with
            a value of 0. This page updates once it is confirmed.
          </p>
          <dl className="mt-2.5 grid gap-2.5 text-note">
            <Copied name="To" value={call.to} />
            <Copied name="Data" value={call.data} />
          </dl>
        </Disclosure>
      </div>
    </Dialog>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-start justify-between gap-2">
        <span translate="no" className="min-w-0 break-all font-mono leading-relaxed">
          {value}
        </span>
        <CopyButton compact text={value} label={`Copy: ${name}`} copied="Copied" />
      </dd>
    </div>
  );
}
