import { expect, test } from "vitest";
import { chaosOptions, longOptions } from "@/chaos/options";
import { chaosChain } from "./settings";

test("every chain of a run is read a second time well within what a run waits for a change", () => {
  const rpc = { request: async () => null };
  const waits = [chaosOptions({}), longOptions({ machine: "renewals" })?.options];
  for (const id of [31_337, 31_338]) {
    const { secondReadingMs } = chaosChain(id, rpc, 8);
    for (const wait of waits)
      expect(8 * secondReadingMs).toBeLessThan(1_000 * (wait?.restSeconds ?? 0));
  }
});
