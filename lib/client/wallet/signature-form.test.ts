import { expect, test } from "vitest";
import { isKeySignature } from "./signature-form";

const bytes = (count: number, pair = "ab") => `0x${pair.repeat(count)}`;

test.each([
  ["65 bytes", bytes(65), true],
  ["64 bytes", bytes(64), false],
  ["what a contract verifies", bytes(130), false],
  ["a wallet's that is not deployed (ERC-6492)", `${bytes(33)}${"6492".repeat(16)}`, false],
  ["the same in capitals", `${bytes(33, "AB")}${"6492".repeat(16)}`, false],
  ["nothing", "0x", false],
] as const)("%s: a key's own is %#", (_name, signature, expected) => {
  expect(isKeySignature(signature)).toBe(expected);
});
