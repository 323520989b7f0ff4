"use client";

import { useId, useState } from "react";
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
import type { TransferKind, TreasuryAccount } from "./treasury";

/** A deposit is told once it is final; balances are those of the newest block. */
const LOOK_MS = 10_000;
const shown = { resource: "agent_treasury", watches: ["agent_job", "agent_activity"] };

/** What a person moves money for. */
interface Move {
  readonly kind: TransferKind;
  readonly account: TreasuryAccount;
}

interface SentMove extends Sent {
  readonly before: TreasuryAccount;
}

const isSame = (one: TreasuryAccount, other: TreasuryAccount) =>
  one.chainId === other.chainId && one.treasuryAddress === other.treasuryAddress;

/** What the agent's treasury holds and has spent, and the ways of money into it and out of it; then other treasuries. */
export function TreasurySection({ networks }: { networks: readonly PayNetwork[] }) {
  const [move, setMove] = useState<Move | null>(null);
  const [sent, setSent] = useState<SentMove | null>(null);
  const { data, error, refetch } = useAnswer<typeof getAgentTreasury>(
    { method: "GET", path: "/v1/agents/treasury" },
    {},
    { shown, everyMs: LOOK_MS },
  );
  const finish = () => {
    setMove(null);
    showToast("Confirmed.");
    void refetch();
  };
  const remember = (transfer: SentMove) => {
    setMove(null);
    setSent(transfer);
    showToast("Sent. The balance changes once it is confirmed.");
  };
  const networkOf = (account: TreasuryAccount | undefined) =>
    networks.find(({ chainId }) => chainId === account?.chainId);
  const accounts: TreasuryAccount[] = data ? [data, ...data.otherTreasuries] : [];
  // As it is by now, for as long as it is listed.
  const account = move && (accounts.find((one) => isSame(one, move.account)) ?? move.account);
  const network = networkOf(account ?? undefined);
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
          <SentTransfer sent={sent && isSame(sent.before, data) ? sent : null} treasury={data} />
          <SpendingUse treasury={data} />
          {networkOf(data) && <Ways account={data} onMove={setMove} />}
          {data.otherTreasuries.map((account) => (
            <OtherTreasury
              key={`${account.chainId} ${account.treasuryAddress}`}
              account={account}
              network={networkOf(account)}
              sent={sent && isSame(sent.before, account) ? sent : null}
              onMove={setMove}
            />
          ))}
        </div>
      )}
      {network && move && account && (
        <TransferDialog
          kind={move.kind}
          treasury={account}
          network={network}
          onMined={finish}
          onUnseen={(transfer) => remember({ kind: move.kind, transfer, before: account })}
          onClose={() => setMove(null)}
        />
      )}
    </Section>
  );
}

interface AccountProps {
  account: TreasuryAccount;
  onMove(move: Move): void;
}

function Ways({ account, onMove }: AccountProps) {
  const why = useWhyReadOnly();
  return (
    <div className="flex flex-wrap gap-2">
      <Offered why={why}>
        <Button onClick={() => onMove({ kind: "deposit", account })}>Deposit</Button>
      </Offered>
      <WithdrawButton {...{ account, onMove }} />
    </div>
  );
}

function WithdrawButton({ account, onMove }: AccountProps) {
  return (
    <Button look="secondary" onClick={() => onMove({ kind: "withdraw", account })}>
      Withdraw
    </Button>
  );
}

/** A treasury of an earlier deployment or another chain, of which only the way out is offered. */
function OtherTreasury({
  account,
  network,
  sent,
  onMove,
}: AccountProps & { network: PayNetwork | undefined; sent: Sent | null }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-5">
      <h3 id={id} className="font-medium text-sm">
        Other treasury{network && ` on ${network.label}`}
      </h3>
      <p className="text-muted text-sm">
        This treasury is on earlier contracts or another network. Your owner wallet can withdraw its
        money.
      </p>
      <Balances treasury={account} />
      <SentTransfer sent={sent} treasury={account} />
      {network && (
        <div>
          <WithdrawButton {...{ account, onMove }} />
        </div>
      )}
    </section>
  );
}

function Balances({ treasury }: { treasury: TreasuryAccount }) {
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
