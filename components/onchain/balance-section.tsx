import { Amount } from "@/components/money/amount";
import { LocalTime } from "@/components/time/local-time";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { currencyDecimals } from "@/lib/core/money";
import type { Balance } from "./acting-chain";

interface Props {
  balance: Balance;
  busy: boolean;
  onRefresh(): void;
}

/** What the payout wallet holds, and as of when that is known. */
export function BalanceSection({ balance, busy, onRefresh }: Props) {
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
          "Not known yet."
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
            No node of the chain answers now. The amounts are the last known ones.
          </Notice>
        )}
        <Facts>
          {balances.map(({ currency, amount }) => (
            <Fact key={currency} name={currency}>
              {amount === null ? (
                "Not known"
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
