import { everyWords } from "@/components/dashboard/subscriptions/subscription-state";
import { Money } from "@/components/ui/money/money";
import { typedAmount } from "@/lib/client/typed-amount";
import { type PlanDraft, secondsOf } from "./plan-draft";

/** Preview for payers of a plan, while it is typed. */
export function PlanPreview({ draft }: { draft: PlanDraft }) {
  const amount = typedAmount(draft.amount);
  const { name, description, trialDays, maxCycles, currency } = draft;
  return (
    <aside aria-label="Preview for payers" className="rounded-2xl border border-line bg-panel p-6">
      <p className="text-muted text-xs">Preview for payers</p>
      <p className="wrap-anywhere mt-3 font-semibold text-lg tracking-tight">
        {name.trim() || "The plan’s name"}
      </p>
      {description.trim() && <p className="wrap-anywhere mt-1 text-muted text-sm">{description}</p>}
      <p className="mt-4 font-semibold text-2xl tracking-tight">
        {amount ? <Money amount={amount} currency={currency} /> : "–"}
      </p>
      <p className="text-muted text-sm">{everyWords(secondsOf(draft))}</p>
      <ul className="mt-4 grid gap-1 text-sm">
        <li>{trialDays === "0" ? "Charged at once" : `First charge after ${trialDays} days`}</li>
        <li>
          {maxCycles.trim() === "" ? "Until it is cancelled" : `Ends after ${maxCycles} charges`}
        </li>
        <li>Cancel at any time, without a fee</li>
      </ul>
    </aside>
  );
}
