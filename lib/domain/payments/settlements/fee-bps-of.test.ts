import fc from "fast-check";
import { expect, test } from "vitest";
import { maxAmount, splitFee } from "@/lib/core/amounts/money";
import { feeBpsOf } from "./fee-bps-of";

const amount = fc.bigInt({ min: 1n, max: maxAmount });
const rate = fc.integer({ min: 0, max: 300 });

test("the registered rate is named when it explains the fee", () => {
  fc.assert(
    fc.property(amount, rate, (gross, bps) => {
      expect(feeBpsOf(gross, splitFee(gross, bps).fee, bps)).toBe(bps);
    }),
  );
});

test("after a change of rates, the rate that is named explains the fee all the same", () => {
  fc.assert(
    fc.property(amount, rate, rate, (gross, charged, registered) => {
      const { fee } = splitFee(gross, charged);
      const named = feeBpsOf(gross, fee, registered);
      expect(splitFee(gross, named).fee).toBe(fee);
    }),
  );
});
