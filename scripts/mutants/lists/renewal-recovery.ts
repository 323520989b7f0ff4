import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/domain/renewals";
const keepers = `${folder}/keepers.test.ts`;
const renewals = `${folder}/renewals.test.ts`;
const recovery = `${folder}/plan-recovery.test.ts`;

export const mutants: readonly LineMutant[] = [
  {
    name: "a failure is told with each look",
    file: `${folder}/plan-recovery.ts`,
    from: "isNews: known === null || (row.failedPeriod ?? -1) < failure.period,",
    to: "isNews: true,",
    test: recovery,
  },
  {
    name: "a further period's failure is not told",
    file: `${folder}/plan-recovery.ts`,
    from: "known === null || (row.failedPeriod ?? -1) < failure.period,",
    to: "known === null,",
    test: recovery,
  },
  {
    name: "grace begins anew with each failure",
    file: `${folder}/plan-recovery.ts`,
    from: "const grace = known ?? graceFrom(",
    to: "const grace = graceFrom(",
    test: recovery,
  },
  {
    name: "nothing lapses",
    file: `${folder}/plan-recovery.ts`,
    from: "const lapses = now >= grace.until.getTime();",
    to: "const lapses = now < 0;",
    test: recovery,
  },
  {
    name: "looks that nobody planned are told as tries",
    file: `${folder}/plan-recovery.ts`,
    from: "isTry: known !== null && (tries > row.recoveryTries || lapses),",
    to: "isTry: known !== null,",
    test: recovery,
  },
  {
    name: "grace outlasts the subscription",
    file: "lib/core/recovery.ts",
    from: "Math.min(fullMs, endAt?.getTime() ?? fullMs)",
    to: "Math.max(fullMs, endAt?.getTime() ?? 0)",
    test: "lib/core/recovery.test.ts",
  },
  {
    name: "a lapsed subscription stays on the chain",
    file: `${folder}/close-subscription.ts`,
    from: "  await queueOnchainCancel(ctx, tx, await readSubscription(tx, row.id));\n",
    to: "  void [ctx, queueOnchainCancel];\n",
    test: renewals,
    match: "when it lapses",
  },
  {
    name: "a subscription that was not paid is completed",
    file: `${folder}/close-subscription.ts`,
    from: 'if (row.status === "past_due") await closeLapsed(ctx, tx, row);',
    to: 'if (row.status === "pending") await closeLapsed(ctx, tx, row);',
    test: renewals,
    match: "not paid is a lapse",
  },
  {
    name: "a cancelled subscription's stored charge is sent",
    file: `${folder}/renewal-slots.ts`,
    from: "where r.batch_id = b.id and r.open and s.paused_at is null\n      and s.status in ('trialing', 'active', 'past_due')",
    to: "where r.batch_id = b.id and r.open",
    test: keepers,
    match: "given up when",
  },
  {
    name: "a refused charge is forgotten",
    file: `${folder}/renewal-slots.ts`,
    from: "  await lookAtUncharged(tx, batchId, uncharged);",
    to: "  void [lookAtUncharged, uncharged];",
    test: keepers,
    match: "looked at again and failed",
  },
  {
    name: "a refused charge is sent for ever",
    file: `${folder}/renewal-slots.ts`,
    from: "export const MAX_REVERTED = 5;",
    to: "export const MAX_REVERTED = 50;",
    test: keepers,
    match: "refused five times",
  },
  {
    name: "an allowance that is given in the grace period is not seen",
    file: "lib/adapters/chain/arrivals.ts",
    from: "[[approvalTopic], payers, spenders]",
    to: "[[transferTopic], payers, spenders]",
    test: renewals,
    match: "an allowance that is given again",
  },
  {
    name: "money that arrives in the grace period waits for the next try",
    file: `${folder}/notice-arrivals.ts`,
    from: "  if (arrivals.length > 0) await bringForward(",
    to: "  if (arrivals.length < 0) await bringForward(",
    test: renewals,
    match: "charged in the next block",
  },
  {
    name: "a batch of charges has less gas than the contract's formula",
    file: "lib/adapters/chain/charge-gas.ts",
    from: "const BATCH_OVERHEAD = 40_000n;",
    to: "const BATCH_OVERHEAD = 30_000n;",
    test: keepers,
    match: "own formula",
  },
];
