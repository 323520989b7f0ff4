import type { LineMutant } from "@/scripts/mutants/line-mutant";

const tiers = {
  file: "lib/domain/merchants/change-tier.ts",
  test: "lib/domain/merchants/merchant-account.test.ts",
};

export const mutants: readonly LineMutant[] = [
  {
    ...tiers,
    name: "a lower fee is chosen twice in a month",
    from: "if (!clock?.isEarly) return;",
    to: "return;",
  },
  {
    ...tiers,
    name: "a raise of the fee waits as a lower one does",
    from: "tierFeeBps[tier] < tierFeeBps[before.tier]",
    to: "tierFeeBps[tier] !== tierFeeBps[before.tier]",
  },
];
