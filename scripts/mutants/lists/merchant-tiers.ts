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
  {
    ...tiers,
    name: "a tier that is chosen by contact is chosen by oneself",
    from: "!ctx.config.SELF_SERVICE_TIERS.includes(tier)",
    to: "false",
  },
  {
    ...tiers,
    name: "a tier that is chosen during the registration changes no fee",
    from: "state in ('queued', 'signed', 'mined')`",
    to: "false`",
  },
  {
    ...tiers,
    name: "a registration that has failed still changes a fee",
    from: " and state in ('queued', 'signed', 'mined')`",
    to: "`",
  },
  {
    name: "a public chain's merchants choose any tier that nobody has said",
    file: "lib/adapters/env/env.ts",
    from: "    checkTiers(result.data, present);\n",
    to: "",
    test: "lib/adapters/env/env.test.ts",
  },
];
