"use client";

import { useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Dialog } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import { useOnce } from "@/components/ui/use-once";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  changeTier,
  getMerchantOnchainState,
} from "@/lib/contract/merchants/merchant-account";
import { formatBps } from "@/lib/core/amounts/format-bps";
import { splitFee, toDecimal } from "@/lib/core/amounts/money";
import { type Tier, tierFeeBps, tiers } from "@/lib/core/merchants/merchant-states";
import { planNames } from "@/lib/core/merchants/plan-names";

const EXAMPLE = 100_000_000n;

interface PlanCardProps {
  tier: Tier;
  isCurrent: boolean;
  /** Whether a merchant may choose it alone. */
  mayChoose: boolean;
  onChoose(): void;
}

/** One plan: what it costs, and how to get it. */
function PlanCard({ tier, isCurrent, mayChoose, onChoose }: PlanCardProps) {
  const why = useWhyReadOnly();
  const { net } = splitFee(EXAMPLE, tierFeeBps[tier]);
  const name = planNames[tier];
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className="grid content-start gap-4 rounded-2xl border border-line bg-raised p-5 aria-[current]:border-ink sm:p-6"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold tracking-tight">{name}</h2>
        {isCurrent && <Badge tone="accent">Your plan</Badge>}
      </div>
      <div>
        <p className="font-semibold text-3xl tabular-nums tracking-tight">
          {formatBps(tierFeeBps[tier])}
        </p>
        <p className="mt-1 text-muted text-sm">
          of each payment. Of 100.00 USDC you get {toDecimal(net)}.
        </p>
      </div>
      {!isCurrent &&
        (mayChoose ? (
          <Offered why={why}>
            <Button look="secondary" wide onClick={onChoose}>
              Change to {name}
            </Button>
          </Offered>
        ) : (
          <ButtonLink look="secondary" wide href="/contact">
            Contact us about {name}
          </ButtonLink>
        ))}
    </li>
  );
}

interface ChangePlanDialogProps {
  from: Tier;
  to: Tier;
  busy: boolean;
  problem: Problem | null;
  onConfirm(): void;
  onClose(): void;
}

/** Says what another plan changes and from when on, before it is chosen. */
function ChangePlanDialog({ from, to, busy, problem, onConfirm, onClose }: ChangePlanDialogProps) {
  const isLower = tierFeeBps[to] < tierFeeBps[from];
  const [before, after] = [formatBps(tierFeeBps[from]), formatBps(tierFeeBps[to])];
  return (
    <Dialog title={`Change to ${planNames[to]}?`} open busy={busy} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          {isLower
            ? `The fee falls from ${before} to ${after} within minutes, or 30 days after it last fell.`
            : `The fee rises from ${before} to ${after}, one day after the change is on-chain. Payments until then pay ${before}.`}
        </p>
        <TaskProblem problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Keep {planNames[from]}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            Change to {planNames[to]}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type OnchainState = ReceivedOutput<typeof getMerchantOnchainState>;

interface Props {
  tier: Tier;
  /** The tiers that a merchant may choose alone. */
  ownChoice: readonly Tier[];
}

/** Compares the plans, and changes to another one. */
export function PlanChoice({ tier, ownChoice }: Props) {
  const api = useApi();
  const { busy, problem, run, forget } = useTask();
  const reading = useTask();
  const [current, setCurrent] = useState(tier);
  const [wanted, setWanted] = useState<Tier | null>(null);
  const [state, setState] = useState<OnchainState | null>(null);
  const read = () =>
    reading.run(async () => {
      const route = { method: "GET", path: "/v1/merchants/me/onchain-state" } as const;
      setState(await api<typeof getMerchantOnchainState>(route, {}));
    });
  useOnce(() => void read());
  const change = (to: Tier) =>
    run(async () => {
      const route = { method: "POST", path: "/v1/merchants/me/tier" } as const;
      const changed = await api<typeof changeTier>(route, { tier: to });
      setCurrent(changed.tier);
      setWanted(null);
      showToast(`You’re now on the ${planNames[changed.tier]} plan.`);
      void read();
    });
  return (
    <div className="grid gap-5">
      <ul className="grid gap-4 sm:grid-cols-2">
        {tiers.map((one) => (
          <PlanCard
            key={one}
            tier={one}
            isCurrent={one === current}
            mayChoose={ownChoice.includes(one)}
            onChoose={() => {
              forget();
              setWanted(one);
            }}
          />
        ))}
      </ul>
      <Section title="On-chain fee" text="The contracts deduct the fee from each payment.">
        <TaskProblem problem={reading.problem} />
        {!state && !reading.problem && <Skeleton label="Loading on-chain fee" lines={1} />}
        {state && <ChainFee state={state} />}
      </Section>
      {wanted && (
        <ChangePlanDialog
          {...{ busy, problem }}
          from={current}
          to={wanted}
          onConfirm={() => void change(wanted)}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  );
}

function ChainFee({ state: { feeBps, nextFeeBps, feeEffectiveAt } }: { state: OnchainState }) {
  if (feeBps === null)
    return <p className="text-sm">Not registered yet. Your registration will set the fee.</p>;
  return (
    <div className="grid gap-4">
      {nextFeeBps !== null && feeEffectiveAt === null && (
        <Notice>Your plan’s fee is being updated on-chain.</Notice>
      )}
      <Facts>
        <Fact name="Current fee">{formatBps(feeBps)}</Fact>
        {nextFeeBps !== null && feeEffectiveAt !== null && (
          <Fact name="Next fee">
            {formatBps(nextFeeBps)} from{" "}
            <LocalTime iso={feeEffectiveAt} shape="second" locale="en" />
          </Fact>
        )}
      </Facts>
    </div>
  );
}
