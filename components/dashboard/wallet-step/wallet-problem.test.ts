import { expect, test } from "vitest";
import { wordWalletProblem } from "./wallet-problem";

const request = { wallet: "Wallet", account: `0x${"1".repeat(40)}`, network: "Base" };
const wordOf = (error: unknown) => wordWalletProblem(error, request);

test.each([
  ["let the request expire", { code: 8000 }],
  ["ended the connection", { code: 6000 }],
  ["answered with an unknown error", { code: -32000 }],
  ["answered with no hash", new Error("The wallet did not return a transaction")],
])("a wallet that %s may have sent: its activity is checked before another try", (_, error) => {
  expect(wordOf(error)).toContain("Check its activity before you try again.");
});

test("a wallet that declined has sent nothing", () => {
  expect(wordOf({ code: 4001 })).toBe("You declined in Wallet. Nothing has changed.");
});
