import { chainIds } from "@/chaos/rig/accounts";
import { persistently } from "@/chaos/rig/persistently";
import { type Flow, pay } from "./relay-flows";
import { callerOf, type Order, type Session, type Stage } from "./stage";

/** Of the product that shops sell. */
export const SHOP_PRICE = 2_500_000n;
/** Pieces of it at the start of a run: fewer than are asked for. */
export const SHOP_STOCK = 6;
/** Who want a piece at the same time. */
const BUYERS = 3;

/** The order as the shop's session asks for it: its product has a price and a currency of its own. */
const asSold = (order: Order): Order => ({
  ...order,
  mode: "test",
  chainId: chainIds.first,
  currency: "USDC",
  amount: SHOP_PRICE,
});

/** @returns null where it is sold out */
async function buy(stage: Stage, order: Order): Promise<Session | null> {
  const { shop } = order.merchant;
  const answer = await stage.api.ask("buyProduct", callerOf(order), shop);
  if (answer.kind === "value") return answer.value;
  const { reason, message } = answer.refusal;
  if (reason !== "out_of_stock") stage.ledger.complaints.push(`a purchase failed: ${message}`);
  return null;
}

/**
 * Several buyers want a piece at once. Of those whose checkout began one pays, one thinks better of it, and one lets the
 * time run out.
 */
const buyTogether: Flow = async (stage, given) => {
  const order = asSold(given);
  const asked = await Promise.all(Array.from({ length: BUYERS }, () => buy(stage, order)));
  const [paid, cancelled, left] = asked.filter((session) => session !== null);
  await Promise.all([
    paid && pay(stage, order, paid),
    cancelled && stage.api.ask("cancelSession", callerOf(order), { id: cancelled.id }),
    left && runOut(stage, left),
  ]);
};

const runOut = (stage: Stage, { id }: Session) =>
  persistently(() => stage.db`update payment_sessions set expires_at = now() where id = ${id}`);

/** By name, with how often each is taken relative to the others. */
export const shopFlows: Record<string, { flow: Flow; weight: number }> = {
  shop: { flow: buyTogether, weight: 6 },
};

/**
 * Ends the time of every checkout that is open, in place of waiting for an hour: some were begun for clients whose answer
 * was lost.
 */
export const endCheckouts = ({ db }: Pick<Stage, "db">) =>
  persistently(
    () => db`
      update payment_sessions set expires_at = now()
      where created_via = 'storefront' and status in ('created', 'pending') and expires_at > now()`,
  );
