import { expect, test } from "vitest";
import type { StockState } from "@/lib/core/storefronts/storefront-kinds";
import { type Stock, takePieces } from "./count-stock";

const none: Stock = { stock: 5, reserved: 2, oversold: 0 };

const cases: [
  what: string,
  before: Partial<Stock>,
  order: [quantity: number, state: StockState],
  after: Partial<Stock>,
  state: StockState,
][] = [
  ["reserved pieces", {}, [2, "reserved"], { stock: 3, reserved: 0 }, "sold"],
  ["the last reserved piece", { stock: 2 }, [2, "reserved"], { stock: 0, reserved: 0 }, "sold"],
  [
    "reserved pieces of a stock that was lowered",
    { stock: 1 },
    [2, "reserved"],
    { stock: 0, reserved: 0, oversold: 1 },
    "oversold",
  ],
  ["released pieces that are still on sale", {}, [3, "released"], { stock: 2 }, "sold"],
  [
    "released pieces that others have reserved",
    { stock: 2 },
    [1, "released"],
    { stock: 2, oversold: 1 },
    "oversold",
  ],
  ["more than is on sale", { stock: 3 }, [2, "released"], { stock: 2, oversold: 1 }, "oversold"],
  ["what was not counted when it was ordered", {}, [1, "uncounted"], { stock: 4 }, "sold"],
  ["what is not counted", { stock: null }, [9, "uncounted"], { stock: null }, "uncounted"],
  [
    "reserved pieces of what is not counted any more",
    { stock: null },
    [2, "reserved"],
    { stock: null, reserved: 0 },
    "sold",
  ],
  [
    "oversold pieces beside earlier ones",
    { stock: 0, reserved: 0, oversold: 4 },
    [1, "released"],
    { stock: 0, reserved: 0, oversold: 5 },
    "oversold",
  ],
];

test.each(cases)("a paid order takes %s", (_, before, [quantity, stockState], after, state) => {
  const stock = { ...none, ...before };
  expect(takePieces(stock, { quantity, stockState })).toEqual({
    stock: { ...stock, ...after },
    state,
  });
});
