import { expect, test } from "vitest";
import { firstOffer, isShort } from "./first-offer";

const terms = { chainId: 8453, amount: "49000000" };
const of = (here: string | null, there: string | null, further: string | null = "0") => [
  { chainId: 1, balance: there },
  { chainId: 8453, balance: here },
  { chainId: 10, balance: further },
];

test.each([
  ["the session's own chain, where nothing is known yet", [], 8453],
  ["the session's own chain, where both cover the amount", of("49000000", "90000000"), 8453],
  ["the chain that covers the amount", of("48999999", "49000000"), 1],
  ["the first of several that do", of("0", "50000000", "70000000"), 1],
  ["a chain that covers it, where the own one does not answer", of(null, "49000000"), 1],
  ["the session's own chain, where the other one does not answer", of("0", null), 8453],
  ["the session's own chain, where none covers it", of("3", "5"), 8453],
])("a wallet is offered %s", (_, balances, chainId) => {
  expect(firstOffer(balances, terms)).toBe(chainId);
});

test("a balance that is not known is not short", () => {
  expect(isShort(null, "1")).toBe(false);
  expect(isShort(undefined, "1")).toBe(false);
  expect(isShort("1", "1")).toBe(false);
  expect(isShort("0", "1")).toBe(true);
});
