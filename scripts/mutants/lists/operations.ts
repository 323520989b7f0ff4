import type { LineMutant } from "@/scripts/mutants/line-mutant";

const operations = "lib/domain/operations";
const calls = "lib/domain/operator-calls";
const ready = { test: `${operations}/readiness.test.ts` };
const gauges = { test: `${operations}/operator-calls.test.ts`, match: "metrics show" };
const metrics = { test: "testing/api/in-process/metrics.test.ts" };
const operator = { test: `${calls}/operator-calls.test.ts` };
const commands = { test: "scripts/operator/calls.test.ts" };

/** What operators see, and the parts that their calls are made of. */
export const mutants: readonly LineMutant[] = [
  {
    test: "lib/indexer/grouped-settlements.test.ts",
    name: "the log that says what a group has in common is not read along",
    file: "lib/adapters/chain/settlement-events.ts",
    from: "groupTopic: paymentsRoutedTopicV2,",
    to: "groupTopic: null,",
  },
  {
    test: "lib/adapters/chain/payments.test.ts",
    match: "is no value",
    name: "an answer that is no value is an error of ours",
    file: "lib/adapters/chain/read-value.ts",
    from: "throw new ChainDoubt(error instanceof Error ? error.message : String(error));",
    to: "throw error;",
  },
  {
    ...ready,
    name: "a wallet that runs out of gas money is well",
    file: `${operations}/checks/check-wallets.ts`,
    from: "return payments < LOW_PAYMENTS ? warn(detail) : ok(detail);",
    to: "return ok(detail);",
  },
  {
    ...ready,
    name: "a payment costs the gas of one unit",
    file: `${operations}/payment-cost.ts`,
    from: "return fees && mostPayGas * fees.maxFeePerGas;",
    to: "return fees?.maxFeePerGas ?? null;",
  },
  {
    ...metrics,
    name: "gauges are named without the product",
    file: `${operations}/gauges.ts`,
    from: "name: `stipend_${name}`,",
    to: "name,",
  },
  {
    ...gauges,
    name: "a call counts in every state",
    file: `${operations}/operator-gauges.ts`,
    from: "ofChain.filter((row) => row.state === state)",
    to: "ofChain",
  },
  {
    ...gauges,
    name: "gas money is told in wei",
    file: `${operations}/reading.ts`,
    from: "Number(formatUnits(wei, preset.nativeCurrency.decimals))",
    to: "Number(wei)",
  },
  {
    ...metrics,
    name: "the operator's wallet is the relay's first",
    file: `${operations}/wallet-places.ts`,
    from: "place: `operator-${index + 1}`,",
    to: "place: String(index + 1),",
  },
  {
    ...gauges,
    match: "what hangs",
    name: "a gauge that hangs hides the others",
    file: `${operations}/collect-gauges.ts`,
    from: "groups.map((group) => withTimeout(SCRAPE_MS, group()))",
    to: "groups.map((group) => group())",
  },
  {
    ...operator,
    name: "calls get too little gas",
    file: `${calls}/call-plan.ts`,
    from: "300_000n",
    to: "30_000n",
    match: "is set in the order",
  },
  {
    ...operator,
    name: "a call whose transactions had no effect was refused",
    file: `${calls}/close-call.ts`,
    from: 'row.rounds > 0 ? "failed" : "refused"',
    to: '"refused"',
    match: "above the contract",
  },
  {
    ...operator,
    name: "what waits is looked at without a pause",
    file: `${calls}/close-call.ts`,
    from: "clock_now() + ${AGAIN_SECONDS} * interval '1 second'",
    to: "clock_now() - interval '1 second'",
    match: "is not registered waits",
  },
  {
    ...operator,
    name: "a wallet that is swept is not looked after",
    file: `${calls}/find-wallets-of-calls.ts`,
    from: "swept: open.flatMap(({ swept }) => swept ?? []),",
    to: "swept: [],",
    match: "signs the transfer of its own",
  },
  {
    ...commands,
    name: "a suspension outlasts sessions that are over",
    file: `${calls}/latest-expiry.ts`,
    from: "and status in ('created', 'pending') and expires_at > clock_now()",
    to: "and expires_at > clock_now()",
    match: "suspend leaves",
  },
  {
    ...commands,
    name: "a suspension outlasts another merchant's sessions",
    file: `${calls}/latest-expiry.ts`,
    from: "where ${ownedBy(db, { merchantId, mode })} and",
    to: "where",
    match: "suspend leaves",
  },
  {
    ...operator,
    name: "retired wallets carry no calls",
    file: `${calls}/operator-call-task.ts`,
    from: 'carriedBy: ["operator", "retired"],',
    to: 'carriedBy: ["operator"],',
    match: "signs the transfer of its own",
  },
  {
    ...operator,
    name: "nothing of an operator's call is bound to its wallet",
    file: `${calls}/operator-call-task.ts`,
    from: "return { queued: 0, signed: signed.length };",
    to: "return { queued: 0, signed: 0 };",
    match: "that is signed cannot be withdrawn",
  },
  {
    ...operator,
    name: "a reactivation is planned as nothing",
    file: `${calls}/plan-operator-call.ts`,
    from: '    case "reactivate":\n',
    to: "",
    match: "follows suspend",
  },
  {
    ...operator,
    name: "a registration that its chain has lost is one",
    file: `${calls}/read-standing.ts`,
    from: "and deployment_id = ${id} and status <> 'none'`;",
    to: "and deployment_id = ${id}`;",
    match: "is not registered waits",
  },
  {
    test: `${calls}/operator-calls-v2.test.ts`,
    name: "a merchant's registration elsewhere is the one",
    file: `${calls}/read-standing.ts`,
    from: "where ${ownedBy(db, { merchantId, mode })} and deployment_id = ${id}",
    to: "where ${ownedBy(db, { merchantId, mode })} and ${id} <> ''",
  },
];
