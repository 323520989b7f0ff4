import { expect, test } from "vitest";
import { withoutBody } from "./webhook-states";

test("a request without a body was not sent, or is no longer kept", () => {
  const attemptedAt = "2026-01-02T03:04:05.000Z";
  expect(withoutBody({ attemptedAt: null, status: "pending" })).toBe("Nothing was sent yet.");
  expect(withoutBody({ attemptedAt: null, status: "exhausted" })).toBe("Nothing was sent.");
  expect(withoutBody({ attemptedAt, status: "succeeded" })).toBe("The body is no longer kept.");
});
