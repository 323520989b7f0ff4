import type { LineMutant } from "@/scripts/mutants/line-mutant";

const home = "lib/domain/payer-home";
const relay = "lib/domain/relay/permits";
const test = `${home}/permits.test.ts`;
const intake = { file: `${home}/relay-permit.ts`, test };
const take = { file: `${relay}/take-permits.ts`, test };
const slots = { file: `${relay}/permit-slots.ts`, test };
const decide = { file: `${relay}/decide-permits.ts`, test };

export const mutants: readonly LineMutant[] = [
  {
    ...intake,
    name: "a permit whose nonce is not the current one is taken",
    from: "if (nonce !== at.nonce) {",
    to: "if (nonce < 0n) {",
    match: "a used nonce",
  },
  {
    ...intake,
    name: "a permit may hold less than what may still be charged",
    from: "if (value < at.committed) {",
    to: "if (value < 0n) {",
    match: "less than may still be charged",
  },
  {
    ...intake,
    name: "a permit whose deadline has passed is taken",
    from: "if (deadline <= at.time)",
    to: "if (deadline < 0n)",
    match: "a deadline that has passed",
  },
  {
    ...intake,
    name: "a permit may lie about for as long as it likes",
    from: "if (deadline > at.time + MOST_SECONDS) {",
    to: "if (deadline < 0n) {",
    match: "a deadline far ahead",
  },
  {
    ...intake,
    name: "anybody's signature of a permit is taken",
    from: "if (!isKeys && !permit.payerHasCode) refuseSignature();",
    to: "if (!isKeys && !permit.payerHasCode) return;",
    match: "another key's signature",
  },
  {
    ...intake,
    name: "a wallet that is not deployed signs a permit",
    from: "if (isUndeployedWalletSignature(signature)) {",
    to: "if (signature === '0x') {",
    match: "another key's signature",
  },
  {
    ...intake,
    name: "a payer has as many permits carried as it likes",
    from: "if (recent.length < MOST_A_DAY) return;",
    to: "if (recent.length >= 0) return;",
    match: "more than twenty in a day",
  },
  {
    ...intake,
    name: "a node that does not answer makes an error of a permit",
    from: "if (!isChainTrouble(error)) throw error;",
    to: "if (error !== null) throw error;",
    match: "while no node answers",
  },
  {
    ...intake,
    name: "how far a permit is, is told to anybody",
    from: "where id = ${id} and payer = ${payer} and mode = ${mode}`;",
    to: "where id = ${id} and ${payer}::bytea is not null and ${mode}::text is not null`;",
    match: "a stranger",
  },
  {
    ...intake,
    name: "two permits of a payer are on their way at once",
    from: "return open && isSame(open, input) ? open : refuseSecond();",
    to: "return open ?? refuseSecond();",
    match: "of two at once one is taken",
  },
  {
    file: `${home}/own-allowance.ts`,
    test,
    name: "a permit of a payer's live subscriptions is for test ones, too",
    from: "where payer = ${payer} and mode = ${mode} and token_address",
    to: "where payer = ${payer} and ${mode}::text is not null and token_address",
    match: "a stranger",
  },
  {
    file: `${home}/own-allowance.ts`,
    test,
    name: "whoever subscribes to nothing has permits carried",
    from: "where payer = ${payer} and mode",
    to: "where ${payer}::bytea is not null and mode",
    match: "a stranger",
  },
  {
    ...take,
    name: "gas is spent on a permit that the token would refuse",
    from: "if (!simulation.reverted) return slotCall;",
    to: "if (simulation !== null) return slotCall;",
    match: "somebody else submits first",
  },
  {
    ...slots,
    name: "a permit is never closed",
    from: "if (by && isOwn && by.receipt.succeeded) {",
    to: "if (by === null) {",
    match: "raises what became too low",
  },
  {
    ...decide,
    name: "a permit that somebody else has submitted is tried for ever",
    from: 'if (nonce > row.nonce) await close(db, row, "superseded");',
    to: 'if (nonce < 0n) await close(db, row, "superseded");',
    match: "somebody else submits first",
  },
  {
    ...decide,
    name: "a permit that can still be made is given up",
    from: "else if (seconds > row.deadline)",
    to: "else if (seconds >= row.deadline)",
    match: "has expired at a final block, not before",
  },
];
