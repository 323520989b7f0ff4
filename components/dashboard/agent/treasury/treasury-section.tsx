"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { ShownAddress } from "@/components/dashboard/onchain/shown-address";
import { useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Fact, Facts, LongFact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast";
import type { getAgentTreasury } from "@/lib/contract/agents/treasury";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { type Sent, SentTransfer } from "./sent-transfer";
import { SpendingUse } from "./spending-use";
import { TransferDialog } from "./transfer-dialog";
import type { TransferKind, Treasury } from "./treasury";

/** A deposit is told once it is final; balances are those of the newest block. */
const LOOK_MS = 10_000;
const shown = { resource: "agent_treasury", watches: ["agent_job", "agent_activity"] };

/** What the agent's treasury holds and has spent, and the ways of money into it and out of it. */
export function TreasurySection({ network }: { network: PayNetwork | null }) {
  const why = useWhyReadOnly();
  const [moves, setMoves] = useState<TransferKind | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const { data, error, refetch } = useAnswer<typeof getAgentTreasury>(
    { method: "GET", path: "/v1/agents/treasury" },
    {},
    { shown, everyMs: LOOK_MS },
  );
  const finish = () => {
    setMoves(null);
    showToast("Confirmed.");
    void refetch();
  };
  const remember = (transfer: Sent) => {
    setMoves(null);
    setSent(transfer);
    showToast("Sent. The balance changes once it is confirmed.");
  };
  return (
    <Section
      title="Treasury"
      text="What your agent can spend. Only your owner wallet can withdraw it."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading treasury" />}
      {data && data.treasuryAddress === null && (
        <p className="text-muted text-sm">
          No treasury yet. Switch on Commerce, then create it with your wallet under Commerce
          limits.
        </p>
      )}
      {data && data.treasuryAddress !== null && (
        <div className="grid max-w-xl gap-5">
          <Balances treasury={data} />
          <SentTransfer sent={sent} treasury={data} />
          <SpendingUse treasury={data} />
          {network && (
            <div className="flex flex-wrap gap-2">
              <Offered why={why}>
                <Button onClick={() => setMoves("deposit")}>Deposit</Button>
              </Offered>
              <Button look="secondary" onClick={() => setMoves("withdraw")}>
                Withdraw
              </Button>
            </div>
          )}
        </div>
      )}
      {data && network && moves && (
        <TransferDialog
          kind={moves}
          treasury={data}
          network={network}
          onMined={finish}
          onUnseen={(transfer) => remember({ kind: moves, transfer, before: data })}
          onClose={() => setMoves(null)}
        />
      )}
    </Section>
  );
}

function Balances({ treasury }: { treasury: Treasury }) {
  const { balances, treasuryAddress } = treasury;
  return (
    <Facts>
      {balances.map(({ currency, amount, escrowed }) => (
        <Fact key={currency} name={currency}>
          {amount === null ? "Not known" : <Money amount={amount} currency={currency} />}
          {escrowed !== "0" && (
            <span className="font-normal text-muted">
              {", "}
              <Money amount={escrowed} currency={currency} /> in escrow
            </span>
          )}
        </Fact>
      ))}
      {treasuryAddress !== null && (
        <LongFact name="Address">
          <ShownAddress address={treasuryAddress} />
        </LongFact>
      )}
    </Facts>
  );
}
