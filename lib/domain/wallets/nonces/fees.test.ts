import fc from "fast-check";
import { expect, test } from "vitest";
import { feeCap, isUnderpriced, marketFees, payloadCap, replacementFees } from "./fees";

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n });
const market = fc.record({ baseFee: wei, tip: fc.bigInt({ min: 1n, max: 10n ** 13n }) });
const cap = fc.bigInt({ min: 1n, max: 10n ** 13n });
const fees = fc
  .record({ maxFeePerGas: wei, share: fc.bigInt({ min: 0n, max: 100n }) })
  .map(({ maxFeePerGas, share }) => ({
    maxFeePerGas,
    maxPriorityFeePerGas: (maxFeePerGas * share) / 100n,
  }));

/** What a node asks of a replacement: 10 % more of both. */
const replaces = (previous: bigint, next: bigint) =>
  next * 10n >= previous * 11n && next > previous;

test("a replacement pays 12.5 % more of both fees, and never more than the limit", () => {
  fc.assert(
    fc.property(fees, market, cap, (previous, now, limit) => {
      const next = replacementFees(previous, now, limit);
      if (!next) return;
      for (const key of ["maxFeePerGas", "maxPriorityFeePerGas"] as const) {
        expect(next[key] * 8n).toBeGreaterThanOrEqual(previous[key] * 9n);
        expect(replaces(previous[key], next[key])).toBe(true);
        expect(next[key]).toBeLessThanOrEqual(limit);
      }
      expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(next.maxFeePerGas);
    }),
  );
});

test("a transaction that does nothing always fits above a payload, within the cap", () => {
  fc.assert(
    fc.property(market, market, fc.bigInt({ min: 20n, max: 10n ** 13n }), (first, later, limit) => {
      let payload = marketFees(first, payloadCap(limit));
      for (let bumps = 0; payload && bumps < 40; bumps += 1) {
        expect(replacementFees(payload, later, limit)).not.toBeNull();
        payload = replacementFees(payload, later, payloadCap(limit));
      }
    }),
  );
});

test("replacing goes on until the cap is reached, and then stops", () => {
  fc.assert(
    fc.property(fees, market, cap, (previous, now, limit) => {
      const next = replacementFees(previous, now, limit);
      const tight =
        previous.maxFeePerGas * 9n > limit * 8n ||
        previous.maxFeePerGas === 0n ||
        previous.maxPriorityFeePerGas * 9n > limit * 8n;
      if (!next) expect(tight).toBe(true);
    }),
  );
});

test("market fees cover the next block's base fee, or nothing is offered", () => {
  fc.assert(
    fc.property(market, cap, (now, limit) => {
      const offer = marketFees(now, limit);
      if (!offer) {
        expect(limit).toBeLessThanOrEqual(now.baseFee);
        return;
      }
      expect(offer.maxFeePerGas).toBeGreaterThan(now.baseFee);
      expect(offer.maxFeePerGas).toBeLessThanOrEqual(limit);
      expect(offer.maxPriorityFeePerGas).toBeLessThanOrEqual(offer.maxFeePerGas - now.baseFee);
    }),
  );
});

test("the cap is given in gwei, and may be a fraction of one", () => {
  expect(feeCap({ RELAY_MAX_FEE_GWEI: 100 })).toBe(100_000_000_000n);
  expect(feeCap({ RELAY_MAX_FEE_GWEI: 0.05 })).toBe(50_000_000n);
});

test("an offer below base fee and tip is too low", () => {
  const now = { baseFee: 10n, tip: 2n };
  expect(isUnderpriced({ maxFeePerGas: 11n, maxPriorityFeePerGas: 2n }, now)).toBe(true);
  expect(isUnderpriced({ maxFeePerGas: 12n, maxPriorityFeePerGas: 1n }, now)).toBe(true);
  expect(isUnderpriced({ maxFeePerGas: 12n, maxPriorityFeePerGas: 2n }, now)).toBe(false);
});
