"use client";

import { useState } from "react";
import { useApi } from "@/components/dashboard/acting-context";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { LocalTime } from "@/components/time/local-time";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast";
import { useOnce } from "@/components/ui/use-once";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { changeTier, getMerchantOnchainState } from "@/lib/contract/merchant-account";
import { formatBps } from "@/lib/core/format-bps";
import { type Tier, tierFeeBps, tiers } from "@/lib/core/merchant-states";
import { ChangePlanDialog } from "./change-plan-dialog";
import { PlanCard } from "./plan-card";
import { planNames } from "./plan-names";

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
      showToast(`Your plan is ${planNames[changed.tier]} now.`);
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
      <Section
        title="On the chain"
        text="The contracts take the fee of each payment by themselves."
      >
        <TaskProblem problem={reading.problem} />
        {!state && !reading.problem && <Skeleton label="The chain is being read" lines={1} />}
        {state && <ChainFee record={state.record} wantedBps={tierFeeBps[current]} />}
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

interface FeeProps extends Pick<OnchainState, "record"> {
  wantedBps: number;
}

function ChainFee({ record, wantedBps }: FeeProps) {
  if (!record) return <p className="text-sm">Not registered yet: the fee goes with it.</p>;
  const { feeBps, announcedFee } = record;
  return (
    <div className="grid gap-4">
      {feeBps !== wantedBps && announcedFee === null && (
        <Notice>The fee of your plan is on its way to the chain.</Notice>
      )}
      <Facts>
        <Fact name="Fee in force">{formatBps(feeBps)}</Fact>
        {announcedFee && (
          <Fact name="Announced fee">
            {formatBps(announcedFee.feeBps)} from{" "}
            <LocalTime iso={announcedFee.effectiveAt} shape="second" locale="en" />
          </Fact>
        )}
      </Facts>
    </div>
  );
}
