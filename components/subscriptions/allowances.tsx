import { Fact, Facts } from "@/components/ui/facts";
import type { SaySubscriptions } from "@/components/words/subscriptions/subscriptions-words";
import type { Allowance } from "@/lib/contract/payer-home";
import { formatAmount } from "@/lib/core/format-amount";
import { OwnCall } from "./own-call";

interface Props {
  allowances: readonly Allowance[];
  say: SaySubscriptions;
  locale: string;
}

/** What the wallet allows the contract for subscriptions, by the token and by the contract, and how to make the two equal. */
export function Allowances({ allowances, say, locale }: Props) {
  if (allowances.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-2xl border border-line p-4 sm:p-5">
      <h2 className="font-semibold text-lg tracking-tight">{say("allowances")}</h2>
      <p className="text-pretty text-muted text-sm">{say("allowancesText")}</p>
      {allowances.map((allowance) => (
        <TokenAllowance
          key={`${allowance.chainId} ${allowance.currency} ${allowance.allowCall?.to}`}
          allowance={allowance}
          say={say}
          locale={locale}
        />
      ))}
    </section>
  );
}

function TokenAllowance({
  allowance,
  say,
  locale,
}: {
  allowance: Allowance;
  say: SaySubscriptions;
  locale: string;
}) {
  const { currency, network, allowed, committed, allowCall } = allowance;
  const money = (amount: string) => formatAmount({ ...allowance, amount }, locale);
  const isShort = BigInt(allowed) < BigInt(committed);
  return (
    <div>
      <Facts>
        <Fact name={say("allowed", { currency, network })}>{money(allowed)}</Fact>
        <Fact name={say("committed")}>{money(committed)}</Fact>
      </Facts>
      {allowCall && (
        <OwnCall
          summary={say(isShort ? "raise" : "lower", { amount: money(committed) })}
          call={allowCall}
          say={say}
        >
          {say(isShort ? "raiseText" : "lowerText", { network })}
        </OwnCall>
      )}
    </div>
  );
}
