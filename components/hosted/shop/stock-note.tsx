import type { SayShop } from "@/components/hosted/words/shop/shop-words";

/** Below this many pieces a shop says how many are left. */
const FEW = 5;

/** Whether a product is sold out, or nearly. */
export function StockNote({ available, say }: { available: number | null; say: SayShop }) {
  if (available === null || available > FEW) return null;
  if (available <= 0) {
    return <p className="font-medium text-muted text-sm">{say("soldOut")}</p>;
  }
  return (
    <p className="font-medium text-sm text-test-ink">
      {available === 1 ? say("oneLeft") : say("left", { count: String(available) })}
    </p>
  );
}
