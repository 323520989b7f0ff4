"use client";

import { useEffect, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Amount } from "@/components/ui/money/amount";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import { useOnce } from "@/components/ui/use-once";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { currencyDecimals } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";
import { type Balance, chainOf, type OnchainStanding } from "./acting-chain";
import { RecordSection } from "./record-section";
import { RegistrationSection } from "./registration-section";

interface BalanceSectionProps {
  balance: Balance;
  busy: boolean;
  onRefresh(): void;
}

/** What the payout wallet holds, and as of when that is known. */
function BalanceSection({ balance, busy, onRefresh }: BalanceSectionProps) {
  const { address, balances, blockNumber, asOf, stale } = balance;
  if (address === null) return null;
  return (
    <Section
      title="Balance of the payout wallet"
      text={
        blockNumber !== null && asOf !== null ? (
          <>
            As of block {blockNumber}, <LocalTime iso={asOf} shape="second" locale="en" />
          </>
        ) : (
          "Unknown."
        )
      }
      action={
        <Button look="secondary" busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
      }
    >
      <div className="grid gap-4">
        {stale && (
          <Notice tone="wait">
            The network isn’t responding. These are the last known amounts.
          </Notice>
        )}
        <Facts>
          {balances.map(({ currency, amount }) => (
            <Fact key={currency} name={currency}>
              {amount === null ? (
                "Unknown"
              ) : (
                <Amount {...{ amount, currency }} decimals={currencyDecimals} locale="en" />
              )}
            </Fact>
          ))}
        </Facts>
      </div>
    </Section>
  );
}

const LOOK_MS = 3_000;

interface Props {
  mode: Mode;
  network: PayNetwork;
  /** The local chain's id, where the page's mode is on it. */
  testChainId: number | null;
}

/** Where a business stands on the chain: its registration, its record, and what its wallet holds. */
export function Onchain({ mode, network, testChainId }: Props) {
  const chain = chainOf(useApi());
  const { busy, problem, run } = useTask();
  const [found, setFound] = useState<OnchainStanding | null>(null);
  const look = () => void run(async () => setFound(await chain.read()));
  useOnce(look);
  const waits = found !== null && isUnderWay(found);
  useEffect(() => {
    if (!waits || busy) return;
    const timer = setTimeout(look, LOOK_MS);
    return () => clearTimeout(timer);
  });
  if (!found) {
    return (
      <Section title="Registration">
        {problem ? (
          <TaskProblem problem={problem} />
        ) : (
          <Skeleton label="Loading on-chain account" lines={5} />
        )}
      </Section>
    );
  }
  const shared = { ...found, chain, network, onChanged: look };
  return (
    <div className="grid gap-5">
      <TaskProblem problem={problem} />
      <RegistrationSection {...shared} status={found.chain} {...{ mode, testChainId }} />
      {found.state.record && <RecordSection {...shared} record={found.state.record} />}
      <BalanceSection balance={found.balance} busy={busy} onRefresh={look} />
    </div>
  );
}

/** Whether something is on its way that this page waits for. */
function isUnderWay({ chain, state: { record, final } }: OnchainStanding): boolean {
  if (chain.status === "registering") return true;
  if (!record || !final) return false;
  return record.owner !== final.owner || record.payoutAddress !== final.payoutAddress;
}
