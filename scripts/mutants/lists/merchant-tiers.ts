import type { LineMutant } from "@/scripts/mutants/line-mutant";

const tiers = {
  file: "lib/domain/merchants/change-tier.ts",
  test: "lib/domain/merchants/merchant-account.test.ts",
};

const plan = "lib/domain/operator-calls/plan-unregistered.ts";
const calls = "lib/domain/operator-calls/operator-calls.test.ts";

/** Registrations that failed, as operators are told of them. */
const failed = {
  file: "lib/domain/operations/read-failed-registrations.ts",
  test: "lib/domain/operations/operator-calls.test.ts",
  match: "ended without effect",
};

/** Where operators' calls are looked for by what they change. */
const indexes = {
  file: "db/migrations/0086_operator-registrations.sql",
  test: "lib/domain/operations/operator-calls.test.ts",
  match: "found by an index",
};

export const mutants: readonly LineMutant[] = [
  {
    ...indexes,
    name: "no index has a merchant's registrations",
    from: '("deployment_id","merchant_id","number")',
    to: '("id")',
  },
  {
    ...indexes,
    name: "no index has the registrations that failed",
    from: "in ('refused', 'failed')",
    to: "in ('refused')",
  },
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
  {
    name: "a fee waits for ever for a registration that has failed",
    file: plan,
    from: `return { verdict: "refuse", failure: "not_registered", now, signer };`,
    to: `return wait("not_registered");`,
    test: calls,
    match: "has its fee call ended with it",
  },
  {
    name: "a fee ends while its registration is on its way",
    file: plan,
    from: "if (isComing)",
    to: "if (isComing && known.count < 0n)",
    test: calls,
    match: "that is being registered waits",
  },
  {
    name: "a fee ends before the registration that is done is read",
    file: plan,
    from: `last !== null && last !== "refused"`,
    to: `last !== null && last !== "done" && last !== "refused"`,
    test: calls,
    match: "whose registration is done waits",
  },
  {
    name: "a fee ends though a registration of the chain was not read",
    file: plan,
    from: "if (known.count !== count)",
    to: "if (known.count > count)",
    test: calls,
    match: "keeps its fee call",
  },
  {
    name: "a fee ends though a registration that is not final names the merchant",
    file: plan,
    from: "if (known.ownId !== null)",
    to: "if (known.ownId === 0n)",
    test: calls,
    match: "keeps its fee call",
  },
  {
    ...failed,
    name: "a registration that was asked for again is still told of as failed",
    from: "and l.number > c.number",
    to: "and l.number < c.number",
  },
  {
    ...failed,
    name: "a merchant that was registered otherwise is told of as failed",
    from: "and r.deployment_id = c.deployment_id and r.status <> 'none'",
    to: "and r.deployment_id = c.deployment_id and r.status = 'none'",
  },
  {
    ...failed,
    name: "a registration that an operator took back is told of as failed",
    from: "and c.failure is distinct from 'withdrawn'",
    to: "",
  },
  {
    ...failed,
    name: "a closed merchant's registration is told of as failed",
    from: "and m.status <> 'closed'",
    to: "",
  },
  {
    ...failed,
    name: "a registration is told of as failed for as long as it is kept",
    from: "and c.closed_at > clock_now()",
    to: "and c.closed_at > clock_now() - interval '1 year'",
  },
  {
    ...failed,
    name: "nobody is told of registrations that failed",
    file: "lib/domain/operations/checks/check-operator.ts",
    from: "if (!first) return ok();",
    to: "if (first || !first) return ok();",
  },
];
