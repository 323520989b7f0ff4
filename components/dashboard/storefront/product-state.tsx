import { everyWords } from "@/components/dashboard/subscriptions/subscription-state";
import { Badge } from "@/components/ui/badge";
import { CheckIcon, CrossIcon } from "@/components/ui/icons";
import { Money } from "@/components/ui/money/money";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { PauseIcon } from "@/components/ui/work-icons";
import { intervalSeconds } from "@/lib/core/subscriptions/subscription-kinds";
import type { Product } from "./product-kinds";

const looks = {
  onSale: { tone: "good", word: "On sale", icon: CheckIcon },
  planArchived: { tone: "wait", word: "Plan archived", icon: PauseIcon },
  hidden: { tone: "neutral", word: "Hidden", icon: PauseIcon },
  archived: { tone: "neutral", word: "Archived", icon: CrossIcon },
} satisfies Record<string, StateLook>;

type Standing = Pick<Product, "isActive" | "onSale" | "archivedAt">;

/** Whether a product waits for another plan: it would be sold, but its plan was archived. */
export const isPlanArchived = ({ isActive, onSale, archivedAt }: Standing) =>
  isActive && !onSale && archivedAt === null;

/** Whether a product can be bought. */
export function ProductState(product: Standing) {
  if (product.archivedAt !== null) return <StateBadge look={looks.archived} />;
  if (isPlanArchived(product)) return <StateBadge look={looks.planArchived} />;
  return <StateBadge look={product.isActive ? looks.onSale : looks.hidden} />;
}

/** The price of a product, with its interval. */
export function ProductPrice({ price, currency, interval, intervalCount }: Product) {
  return (
    <>
      <Money amount={price} currency={currency} />
      {interval !== null && (
        <span className="block text-muted text-xs">
          {everyWords(intervalSeconds[interval] * (intervalCount ?? 1))}
        </span>
      )}
    </>
  );
}

/** How many pieces can be bought now, and how many are owed. */
export function ProductStock({ available, stock, oversold }: Product) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {available === null ? (
        <span className="text-muted">Not counted</span>
      ) : (
        <span className={available === 0 ? "font-medium text-bad" : ""}>
          {available === 0 ? "Sold out" : `${available} available`}
          {stock !== null && stock > available && (
            <span className="block text-muted text-xs">{stock - available} in checkouts</span>
          )}
        </span>
      )}
      {oversold > 0 && <Badge tone="bad">{oversold} oversold</Badge>}
    </span>
  );
}
