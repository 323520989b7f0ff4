import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { formatBps } from "@/lib/core/format-bps";
import { type Tier, tierFeeBps } from "@/lib/core/merchant-states";
import { splitFee, toDecimal } from "@/lib/core/money";
import { planNames } from "./plan-names";

const EXAMPLE = 100_000_000n;

interface Props {
  tier: Tier;
  isCurrent: boolean;
  /** Whether a merchant may choose it alone. */
  mayChoose: boolean;
  onChoose(): void;
}

/** One plan: what it costs, and how to get it. */
export function PlanCard({ tier, isCurrent, mayChoose, onChoose }: Props) {
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
          <Button look="secondary" wide onClick={onChoose}>
            Change to {name}
          </Button>
        ) : (
          <ButtonLink look="secondary" wide href="/contact">
            Write to us about {name}
          </ButtonLink>
        ))}
    </li>
  );
}
