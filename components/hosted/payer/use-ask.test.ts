import { expect, test } from "vitest";
import { wordOfRefusal } from "./use-ask";

const word = (reason: string, retryAfterSeconds: number | null = null) =>
  wordOfRefusal({ reason, retryAfterSeconds });

test("a payer who is signed in otherwise than the page shows is told to sign in", () => {
  expect([word("signed_out"), word("resource_missing")]).toEqual(["signedOut", "signedOut"]);
});

test("a wait of a minute is told apart from one of a day", () => {
  expect(word("rate_limited", 3)).toBe("limited");
  expect(word("rate_limited")).toBe("limitedLong");
});

test("what trying again does not change is not called a fault", () => {
  expect(word("payer_blocked")).toBe("payerBlocked");
  expect(word("wallet_not_deployed")).toBe("walletNotDeployed");
  expect(word("validity_too_long")).toBe("permitStale");
  expect(word("api_error")).toBe("failed");
});
