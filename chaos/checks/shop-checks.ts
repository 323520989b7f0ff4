import { SHOP_STOCK } from "@/chaos/clients/shop-flows";
import { groupBy, type Invariant } from "./invariant";

const pieces = (orders: readonly { quantity: number }[]) =>
  orders.reduce((sum, { quantity }) => sum + quantity, 0);

export const shopInvariants: Invariant[] = [
  {
    name: "a shop's session has one order, and no order is without its session",
    violations: ({ rows }) => {
      const sold = rows.sessions.filter(({ createdVia }) => createdVia === "storefront");
      const sessions = new Set(sold.map(({ id }) => id));
      const orders = new Set(rows.orders.map(({ id }) => id));
      return [
        ...sold.filter(({ id }) => !orders.has(id)).map(({ id }) => `${id} has no order`),
        ...rows.orders.filter(({ id }) => !sessions.has(id)).map(({ id }) => `${id}: no session`),
      ];
    },
  },
  {
    name: "an order's pieces are taken if and only if it is paid, and back on sale once it cannot be",
    violations: ({ rows }) => {
      const sessions = new Map(rows.sessions.map((row) => [row.id, row]));
      return rows.orders.flatMap(({ id, stockState, paidAt }) => {
        const status = sessions.get(id)?.status;
        const isPaid = status === "confirmed" || status === "refunded";
        const states = isPaid ? ["sold", "oversold"] : ["released"];
        const agrees = states.includes(stockState) && isPaid === (paidAt !== null);
        return agrees ? [] : [`${id} is ${status}, its pieces ${stockState}`];
      });
    },
  },
  {
    name: "no piece of a stock is lost, and none is sold twice",
    violations: ({ rows }) => {
      const byProduct = groupBy(rows.orders, ({ productId }) => productId ?? "");
      return rows.products.flatMap(({ id, stock, reserved, oversold }) => {
        const orders = byProduct.get(id) ?? [];
        const paid = pieces(orders.filter(({ paidAt }) => paidAt !== null));
        const kept = pieces(orders.filter(({ stockState }) => stockState === "reserved"));
        const taken = SHOP_STOCK - (stock ?? 0);
        const isRight = paid === taken + oversold && reserved === kept && taken >= 0;
        const said = `${stock} of ${SHOP_STOCK} left, ${reserved} reserved, ${oversold} oversold`;
        return isRight ? [] : [`${id}: ${said}; ${paid} paid for, ${kept} kept by orders`];
      });
    },
  },
  {
    name: "a piece is oversold only to who paid after it was back on sale",
    violations: ({ rows }) => {
      const sessions = new Map(rows.sessions.map((row) => [row.id, row]));
      const oversold = rows.orders.filter(({ stockState }) => stockState === "oversold");
      return oversold.flatMap(({ id }) =>
        sessions.get(id)?.closedAt === null ? [`${id} was never closed`] : [],
      );
    },
  },
];
