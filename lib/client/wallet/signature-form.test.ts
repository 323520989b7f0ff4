import { expect, test } from "vitest";
import { isOfUseWithoutCode } from "./signature-form";

const bytes = (count: number, pair = "ab") => `0x${pair.repeat(count)}`;

test.each([
  ["65 bytes", bytes(65), true],
  ["64 bytes", bytes(64), false],
  ["what a contract verifies", bytes(130), false],
  ["a wallet's that is not deployed (ERC-6492)", `${bytes(96)}${"6492".repeat(16)}`, true],
  ["the same in capitals", `${bytes(96, "AB")}${"6492".repeat(16)}`, true],
  ["the suffix inside", `0x${"6492".repeat(16)}${"ab".repeat(96)}`, false],
  ["nothing", "0x", false],
] as const)("%s: of use without code is %#", (_name, signature, expected) => {
  expect(isOfUseWithoutCode(signature)).toBe(expected);
});
