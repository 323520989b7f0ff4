import fc from "fast-check";
import { expect, test } from "vitest";
import { type PayerPosition, predictBlockers } from "./predict-blockers";

const money = (max: number) => fc.integer({ min: 0, max }).map(BigInt);

const positions: fc.Arbitrary<PayerPosition> = fc.record({
  balance: money(60),
  allowance: money(60),
  blocked: fc.boolean(),
  paused: fc.boolean(),
  underWay: money(20),
  wanted: fc
    .array(fc.integer({ min: 1, max: 25 }), { maxLength: 6 })
    .map((amounts) => amounts.map((amount, at) => ({ id: `sub_${at}`, amount: BigInt(amount) }))),
});

/** What a token does with one charge after the other. */
function execute(position: PayerPosition): Map<string, string> {
  let { balance, allowance } = position;
  const outcomes = new Map<string, string>();
  for (const { id, amount } of position.wanted) {
    if (position.paused) outcomes.set(id, "token_paused");
    else if (position.blocked) outcomes.set(id, "address_blocked");
    else if (allowance < amount) outcomes.set(id, "insufficient_allowance");
    else if (balance < amount) outcomes.set(id, "insufficient_balance");
    else {
      outcomes.set(id, "pays");
      balance -= amount;
      allowance -= amount;
    }
  }
  return outcomes;
}

test("without charges under way, each is predicted as the token decides it", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const idle = { ...position, underWay: 0n };
      expect(predictBlockers(idle)).toEqual(execute(idle));
    }),
    { numRuns: 2_000 },
  );
});

test("a charge that is under way makes others wait, and never fail", () => {
  fc.assert(
    fc.property(positions, (position) => {
      const predicted = predictBlockers(position);
      const paid = position.wanted.filter(({ id }) => predicted.get(id) === "pays");
      const sum = paid.reduce((total, { amount }) => total + amount, 0n);
      // Whatever is under way goes through or not: what is sent can be paid.
      if (paid.length > 0) {
        expect(sum + position.underWay).toBeLessThanOrEqual(position.balance);
        expect(sum + position.underWay).toBeLessThanOrEqual(position.allowance);
      }
      // Whoever fails could not be charged either if nothing were under way.
      for (const { id, amount } of position.wanted) {
        const one = predicted.get(id);
        if (one === "pays" || one === "waits") continue;
        const before = paid.filter((other) => other.id < id);
        const used = before.reduce((total, other) => total + other.amount, 0n);
        const isShort = position.balance - used < amount || position.allowance - used < amount;
        expect(position.paused || position.blocked || isShort).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
