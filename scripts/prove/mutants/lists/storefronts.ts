import type { LineMutant } from "@/scripts/prove/mutants/load-mutants";

export const mutants: readonly LineMutant[] = [
  {
    name: "more pieces are reserved than there are",
    file: "lib/domain/storefronts/orders/reserve-stock.ts",
    from: "      and (stock is null or stock - reserved >= ${pieces}::int)`;",
    to: "`;",
    test: "lib/domain/storefronts/orders/stock.test.ts",
    match: "exactly N",
  },
];
