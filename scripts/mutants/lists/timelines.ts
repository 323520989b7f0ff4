import type { LineMutant } from "@/scripts/mutants/line-mutant";

const test = "lib/domain/timelines/get-timeline.test.ts";
const steps = "lib/domain/timelines/event-steps.ts";

/** When a payment's page was opened. */
const opening = {
  file: "lib/domain/hosted-checkout/watch-status.ts",
  test: "lib/domain/hosted-checkout/watch-status.test.ts",
};

export const mutants: readonly LineMutant[] = [
  {
    ...opening,
    name: "each look at a payment's page is its opening",
    from: " && !row.openedAt)",
    to: ")",
    match: "and not again",
  },
  {
    ...opening,
    name: "a payment that is closed is opened",
    from: `status.status === "open" && `,
    to: "",
    match: "closed",
  },
  {
    ...opening,
    name: "all payments are opened with one",
    from: "where id = ${sessionId} for",
    to: "for",
    match: "another session",
  },
  {
    ...opening,
    name: "a payer's page waits for a payment's lock",
    from: " skip locked",
    to: "",
    match: "does not wait",
  },
  {
    name: "a payment's page that asks is not noted",
    file: "lib/server/pay-events.ts",
    test: "lib/server/pay-events.test.ts",
    match: "the status is JSON",
    from: "const status = await watchStatus(",
    to: "const status = await payStatus(",
  },
  {
    name: "a payment's timeline does not tell of its opening",
    file: "lib/domain/timelines/payment-steps.ts",
    test: "lib/domain/timelines/get-timeline.test.ts",
    from: "...(openedAt ?",
    to: "...(openedAt && !openedAt ?",
  },
  {
    name: "a timeline is anybody's",
    file: "lib/domain/timelines/get-timeline.ts",
    from: "findSession(ctx, id, ctx.actor)",
    to: "findSession(ctx, id)",
    test,
    match: "nobody reads the timeline",
  },
  {
    name: "a timeline is not in order",
    file: "lib/domain/timelines/get-timeline.ts",
    from: "one.at.getTime() - other.at.getTime()",
    to: "other.at.getTime() - one.at.getTime()",
    test,
    match: "in order",
  },
  {
    name: "a timeline tells of a payment twice",
    file: "lib/domain/timelines/event-steps.ts",
    from: ".filter(({ type }) => !told.includes(type))",
    to: "",
    test,
    match: "in order",
  },
  {
    name: "an attempt that is not made yet is told as a failure",
    file: steps,
    from: "v.status <> 'pending' and ",
    to: "",
    test,
    match: "each attempt",
  },
  {
    name: "a refusal of an endpoint is told as a success",
    file: steps,
    from: 'row.status === "succeeded" ? "webhook.delivered" : "webhook.failed"',
    to: '"webhook.delivered"',
    test,
    match: "each attempt",
  },
  {
    name: "an event of another object changes an object's page",
    file: "components/data/is-changed-by.ts",
    from: "shown.id === undefined || shown.id === resource.id",
    to: "true",
    test: "components/data/is-changed-by.test.ts",
    match: "another object",
  },
  {
    name: "a key does something while it is typed into a field",
    file: "components/keyboard/read-key.ts",
    from: "if (isModified || isTyping) return",
    to: "if (isModified) return",
    test: "components/keyboard/read-key.test.ts",
    match: "where something is typed",
  },
  {
    name: "a refund that was sent is sent again",
    file: "components/refunds/send-reducer.ts",
    from: 'state.hash ? "recording" : "choosing"',
    to: '"choosing"',
    test: "components/refunds/send-reducer.test.ts",
    match: "never sent again",
  },
  {
    name: "an amount with too many decimals is cut",
    file: "lib/core/parse-amount.ts",
    from: " || fraction.length > decimals",
    to: "",
    test: "lib/core/parse-amount.test.ts",
    match: "is no amount",
  },
  {
    file: "lib/domain/timelines/event-steps.ts",
    test: "lib/domain/timelines/get-timeline.test.ts",
    name: "what happened in one instant is told the other way round",
    from: "    .toReversed()\n",
    to: "",
    match: "one instant",
  },
];
