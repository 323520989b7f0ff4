import { expect, test } from "vitest";
import type { Hex } from "@/lib/core/chain/hex";
import { checkKeys } from "./check-keys";

const keyOf = (byte: string): Hex => `0x${byte.repeat(32)}`;
const agent = keyOf("a9");
const none = {
  RELAYER_PRIVATE_KEYS: [],
  OPERATOR_PRIVATE_KEY: [],
  FAUCET_PRIVATE_KEY: [],
  AGENT_PRIVATE_KEY: [],
};

test("the agent has one key", () => {
  expect(() => checkKeys({ ...none, AGENT_PRIVATE_KEY: [agent] })).not.toThrow();
  expect(() => checkKeys({ ...none, AGENT_PRIVATE_KEY: [agent, keyOf("b9")] })).toThrow(/one key/);
});

for (const setting of [
  "RELAYER_PRIVATE_KEYS",
  "OPERATOR_PRIVATE_KEY",
  "FAUCET_PRIVATE_KEY",
] as const) {
  test(`the agent's key is not one of ${setting}, however it is written`, () => {
    const taken: Hex = `0x${"A9".repeat(32)}`;
    const keys = { ...none, [setting]: [taken], AGENT_PRIVATE_KEY: [agent] };
    expect(() => checkKeys(keys)).toThrow(/AGENT_PRIVATE_KEY must be no key/);
    const other = { ...keys, [setting]: [keyOf("c9")] };
    expect(() => checkKeys(other)).not.toThrow();
  });
}

test("an operator's key is no relayer's, however it is written", () => {
  const keys = { ...none, RELAYER_PRIVATE_KEYS: [`0x${"A9".repeat(32)}` as Hex] };
  expect(() => checkKeys({ ...keys, OPERATOR_PRIVATE_KEY: [agent] })).toThrow(/OPERATOR/);
});
