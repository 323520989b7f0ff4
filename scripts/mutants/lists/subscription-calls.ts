import type { LineMutant } from "@/scripts/mutants/line-mutant";

const calls = "lib/domain/operator-calls";
const callsTest = `${calls}/subscription-calls.test.ts`;

export const mutants: readonly LineMutant[] = [
  {
    name: "a call ends a live subscription",
    file: `${calls}/plan-cancellation.ts`,
    from: "if (liveSubscriptionStatuses.includes(status)) {",
    to: "if (liveSubscriptionStatuses.length === 0) {",
    test: callsTest,
    match: "never ended by a call",
  },
  {
    name: "a call ends another merchant's subscription",
    file: `${calls}/plan-cancellation.ts`,
    from: " and ${ownedBy(db, { merchantId, mode })}`",
    to: " and ${merchantId} <> ${mode}`",
    test: callsTest,
    match: "never ended by a call",
  },
  {
    name: "a subscription that is ended is ended again",
    file: `${calls}/plan-cancellation.ts`,
    from: "if (state.cancelled) {",
    to: "if (state.cancelled && onchainCancel === status) {",
    test: callsTest,
    match: "payer has ended meanwhile",
  },
  {
    name: "an end that may leave the chain again counts",
    file: `${calls}/plan-cancellation.ts`,
    from: 'if (onchainCancel === "confirmed") return',
    to: 'if (onchainCancel !== "none") return',
    test: callsTest,
    match: "payer has ended meanwhile",
  },
  {
    name: "a subscription whose time is over is ended",
    file: `${calls}/plan-cancellation.ts`,
    from: "state.endAt <= timestamp",
    to: "state.endAt < 0n * timestamp",
    test: callsTest,
    match: "time is over",
  },
  {
    name: "a subscription whose time is over keeps its payer from another",
    file: `${calls}/close-call.ts`,
    from: "and s.onchain_cancel = 'queued' and ${state === \"done\"}",
    to: "and false",
    test: callsTest,
    match: "time is over",
  },
  {
    name: "what the node does not have is called",
    file: `${calls}/plan-cancellation.ts`,
    from: "if (state.payer === zeroAddress) {",
    to: "if (state.payer === onchainId) {",
    test: callsTest,
    match: "does not have yet",
  },
  {
    name: "a keeper counts before its block is final",
    file: `${calls}/plan-keeper.ts`,
    from: "readIsKeeper(rpc, deployment, keeper, final)",
    to: "readIsKeeper(rpc, deployment, keeper)",
    test: callsTest,
    match: "a keeper is allowed",
  },
  {
    name: "a subscription without a call is not told of",
    file: "lib/domain/operations/checks/check-operator.ts",
    from: "if (withoutCall === 0) return ok();",
    to: "if (withoutCall >= 0) return ok();",
    test: callsTest,
    match: "withdrawn is told of",
  },
];
