import type { LineMutant } from "@/scripts/mutants/line-mutant";

const books = "lib/domain/subscription-books";
const decoder = {
  file: "lib/adapters/chain/subscription-events.ts",
  test: "lib/adapters/chain/subscription-events.test.ts",
};
const link = {
  file: `${books}/find-linked-plan.ts`,
  test: `${books}/links-and-losses.test.ts`,
};
const losses = { file: `${books}/take-back-subscriptions.ts`, test: link.test };
const charge = { file: `${books}/book-charges.ts`, test: `${books}/subscription-books.test.ts` };
const written = { file: `${books}/charge-transactions.ts`, test: charge.test };
const enrolment = {
  file: `${books}/book-enrolment.ts`,
  test: `${books}/subscription-books.test.ts`,
};

export const mutants: readonly LineMutant[] = [
  {
    ...decoder,
    name: "a charge takes the group of another transaction",
    from: "address === log.address && txHash === log.txHash && topics[0] === chargesRoutedTopic",
    to: "address === log.address && topics[0] === chargesRoutedTopic",
  },
  {
    ...decoder,
    name: "a charge takes the group of another contract",
    from: "address === log.address && txHash",
    to: "txHash",
  },
  {
    ...decoder,
    name: "a charge takes another merchant's group",
    from: "if (routed.chainMerchantId !== chainMerchantId)",
    to: "if (routed.chainMerchantId < 0n)",
  },
  {
    ...decoder,
    name: "a charge takes the first group of its transaction",
    from: "earlier.findLast(",
    to: "earlier.find(",
  },
  {
    ...decoder,
    name: "any fee is read",
    from: "if (feeBps > MAX_FEE_BPS)",
    to: "if (feeBps < 0n)",
  },
  {
    ...link,
    name: "any number of cycles is the plan's",
    from: "=== BigInt(maxCycles)",
    to: "> 0n",
    match: "cycles",
  },
  {
    ...link,
    name: "an archived plan takes enrolments",
    from: "if (plan.archivedAt !== null && plan.archivedAt <= event.blockTimestamp) return null;",
    to: "",
    match: "archived",
  },
  {
    ...link,
    name: "another merchant's plan is linked",
    from: "where ref = ${event.ref} and merchant_id = ${merchantId} and mode = ${mode}",
    to: "where ref = ${event.ref} and mode = ${mode}",
    match: "another merchant",
  },
  {
    ...link,
    name: "another interval is the plan's",
    from: " and interval_seconds = ${event.interval}",
    to: "",
    match: "another merchant",
  },
  {
    ...link,
    name: "a trial is as long as the payer likes",
    from: "if (startAt <= latest) return true;",
    to: "if (startAt >= 0n) return true;",
    match: "its trial",
  },
  {
    ...link,
    name: "what follows begins whenever it likes",
    from: "startAt <= seconds(earlier.liveUntil)",
    to: "startAt > 0n",
    match: "its trial",
  },
  {
    ...losses,
    name: "an end that the chain has lost is asked for by nobody",
    from: "await queueOnchainCancel(ctx, tx, row);",
    to: "",
    match: "lost",
  },
  {
    ...written,
    test: link.test,
    name: "a charge that is read again is judged anew",
    from: "when transactions.payment_exception = 'reverted' then 'none'",
    to: "when transactions.payment_exception = 'reverted' then excluded.payment_exception",
    match: "read again",
  },
  {
    ...written,
    name: "a charge that lands after the end is like any other",
    from: "=> !isLive(row) || row.pausedAt !== null;",
    to: "=> row.pausedAt !== null;",
    match: "after a cancel",
  },
  {
    ...charge,
    name: "a charge is told again when its chain is read again",
    from: "!isKnown && isTold(row)",
    to: "isTold(row)",
    match: "taken back",
  },
  {
    ...charge,
    name: "a recovery is not told",
    from: 'if (before.status !== "past_due" || row.status !== "active") return [charged];',
    to: "if (row.id) return [charged];",
    match: "past due",
  },
  {
    ...enrolment,
    name: "an enrolment is told again when its chain is read again",
    from: "if (isTold(booked) && !(await wasTold(tx, id))) {",
    to: "if (isTold(booked)) {",
    match: "taken back",
  },
  {
    ...enrolment,
    name: "one that was cancelled before is not ended on the chain",
    from: "if (count === 0) await queueOnchainCancel(ctx, tx, booked);",
    to: "",
    match: "cancelled before",
  },
  {
    ...enrolment,
    name: "an enrolment is booked each time it is read",
    from: "if (row.enrolledAt !== null) return;",
    to: "",
    match: "repetition",
  },
  {
    file: `${books}/complete-unlinked.ts`,
    test: `${books}/subscription-books.test.ts`,
    name: "a subscription of no plan is completed before its end",
    from: "and attempt_at <= c.finalized_at and attempt_at is not null",
    to: "and attempt_at is not null",
  },
  {
    file: `${books}/complete-unlinked.ts`,
    test: "lib/domain/renewals/renewals.test.ts",
    name: "the books complete what a keeper is to charge",
    from: "and plan_id is null and origin = 'chain'",
    to: "",
  },
  {
    file: `${books}/schedule.ts`,
    test: `${books}/subscription-books.test.ts`,
    name: "a subscription of no plan is looked at when a charge would be due",
    from: "nextChargeAt === null ? attemptAt : terms.endAt",
    to: "nextChargeAt === null ? attemptAt : nextChargeAt",
  },
];
