import { expect, test } from "vitest";
import { type ErrorDetails, StipendError } from "@/sdk/src/errors";
import { problemOf } from "./problem-of";

const refused = (details: ErrorDetails) =>
  problemOf(
    new StipendError(
      { code: "permission_denied", message: "Refused.", details, requestId: "req_1" },
      403,
      undefined,
    ),
  );

test("what is to be done first is told with our own pages for it, and no other's", () => {
  const hrefs = ["/onboarding", "//evil.example/x", "https://evil.example", "javascript:alert(1)"];
  const reasons = hrefs.map((href) => ({
    code: "x",
    message: href,
    action: { label: "Go", href },
  }));
  const { steps } = refused({ reason: "live_mode_ineligible", reasons });
  expect(steps).toEqual([{ message: "/onboarding", href: "/onboarding" }]);
});

test("a second lower fee is told with the day from which it can be chosen", () => {
  const availableAt = "2026-12-24T12:00:00.000Z";
  const { text } = refused({ reason: "tier_lowered_recently", availableAt });
  expect(text).toBe(
    "You can choose a lower fee once every 30 days. You can choose one again on December 24.",
  );
});

test("what has no words of ours is told in the API's", () => {
  expect(refused({ reason: "merchant_key_required" })).toMatchObject({
    ...{ text: "Refused.", steps: [], requestId: "req_1" },
  });
});
