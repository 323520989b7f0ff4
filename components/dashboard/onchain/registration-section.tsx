"use client";

import { lazy, Suspense, useState } from "react";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { PayoutForm } from "@/components/dashboard/shell/payout-form";
import { Step } from "@/components/dashboard/shell/step";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Loading } from "@/components/ui/loading";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { Mode } from "@/lib/core/modes";
import type { Balance, Chain, ChainStatus } from "./acting-chain";
import { ShownAddress } from "./shown-address";

const RegisterDialog = lazy(async () => ({
  default: (await import("./register-dialog")).RegisterDialog,
}));

const here = "/dashboard/settings/onchain";

const words: Record<ChainStatus["status"], { name: string; tone: BadgeTone; text: string }> = {
  registered: {
    name: "Registered",
    tone: "good",
    text: "The contracts pay your wallet directly.",
  },
  registering: {
    name: "In progress",
    tone: "wait",
    text: "Stipend is registering your business. This takes a few minutes and costs you nothing.",
  },
  unregistered: {
    name: "Not registered",
    tone: "neutral",
    text: "You can take payments once your wallet is registered.",
  },
};

interface Props {
  status: ChainStatus;
  /** What the payout wallet holds, and its address. */
  balance: Balance;
  chain: Chain;
  mode: Mode;
  network: PayNetwork;
  testChainId: number | null;
  onChanged(): void;
}

/** How far the registration of the page's mode is, and what comes next. */
export function RegistrationSection(props: Props) {
  const { status, balance, mode, network } = props;
  const { name, tone, text } = words[status.status];
  return (
    <Section title="Registration" text={text} action={<Badge tone={tone}>{name}</Badge>}>
      <div className="grid gap-5">
        {status.failure && (
          <Notice tone="bad">
            The last attempt failed ({status.failure.replaceAll("_", " ")}). We’ve been notified,
            and you can try again.
          </Notice>
        )}
        {status.status === "unregistered" && <NextSteps {...props} />}
        <Facts>
          <Fact name="Network">
            {network.label}
            {mode === "test" && ", test mode"}
          </Fact>
          {status.status === "unregistered" && balance.address !== null && (
            <Fact name="Payout wallet">
              <ShownAddress address={balance.address} />
            </Fact>
          )}
          {status.chainMerchantId !== null && (
            <Fact name="Number in the registry">{status.chainMerchantId}</Fact>
          )}
          <Fact name="Registry">
            <ShownAddress address={status.registryAddress} />
          </Fact>
          {status.txHash !== null && (
            <Fact name="Transaction">
              <ShownAddress address={status.txHash} />
            </Fact>
          )}
        </Facts>
      </div>
    </Section>
  );
}

function NextSteps(props: Props) {
  const { mode, testChainId, onChanged } = props;
  const why = useWhyReadOnly();
  if (why) return <Offered why={why}>{null}</Offered>;
  if (mode === "test") return <PayoutForm testChainId={testChainId} onSaved={onChanged} />;
  return (
    <div className="grid gap-3">
      <LiveSteps {...props} />
      <OtherWallet {...props} />
    </div>
  );
}

/** Before the registration, the payout wallet is changed by its address alone. */
function OtherWallet({ balance: { address }, onChanged }: Props) {
  const saved = () => {
    showToast("Payout wallet saved.");
    onChanged();
  };
  return (
    <Disclosure key={address} summary={`${address === null ? "Choose" : "Change"} payout wallet`}>
      <PayoutForm testChainId={null} onSaved={saved} />
    </Disclosure>
  );
}

/** What is missing: other pages do their part, then this one asks for a wallet. */
function LiveSteps({ status, chain, mode, network, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const elsewhere = status.prerequisites.filter(({ action }) => action.href !== here);
  if (elsewhere.length > 0) {
    return (
      <ol className="grid">
        {elsewhere.map(({ code, message, action }) => (
          <Step
            key={code}
            isDone={false}
            title={message}
            action={
              <ButtonLink look="secondary" href={hrefIn(action.href, mode)}>
                {action.label}
              </ButtonLink>
            }
          >
            Required before you register for live payments.
          </Step>
        ))}
      </ol>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty text-muted text-sm">
        Sign a message to prove that the payout wallet is yours. Signing moves no money and costs
        nothing.
      </p>
      <Button onClick={() => setOpen(true)}>Sign and register</Button>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <RegisterDialog
            {...{ chain, network }}
            onClose={() => setOpen(false)}
            onRegistering={() => {
              setOpen(false);
              onChanged();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
