import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { StepUpDeclined } from "@/lib/client/with-step-up";
import { StipendError } from "@/sdk/src/errors";
import type { ErrorCode, ErrorReason } from "@/sdk/src/types.generated";
import { QueryProblem } from "./query-problem";

const told = (code: ErrorCode, reason: ErrorReason, more = {}) =>
  renderToString(
    <QueryProblem
      problem={
        new StipendError(
          { code, message: "It failed.", details: { reason, ...more }, requestId: "req_1" },
          500,
          undefined,
        )
      }
    />,
  );

test("an error tells its code, the request's id to be copied, and the page on which it is seen to", () => {
  const html = told("session_invalid_state", "merchant_suspended");
  expect(html).toContain("It failed.");
  expect(html).toContain("session_invalid_state");
  expect(html).toContain("req_1");
  expect(html).toContain("Copy request ID");
  expect(html).toContain('href="/contact"');
});

test("what failed on our side leads to whether everything works", () => {
  expect(told("api_error", "internal_error")).toContain('href="/status"');
});

test("what stands in the way first is told beside the request's id", () => {
  const reasons = [{ message: "Turn it on", action: { href: "/dashboard/settings/security" } }];
  const html = told("permission_denied", "live_mode_ineligible", { reasons });
  expect(html).toContain('href="/dashboard/settings/security"');
  expect(html).toContain("req_1");
});

test("nothing is told to somebody who thought better of it", () => {
  expect(renderToString(<QueryProblem problem={new StepUpDeclined()} />)).toBe("");
});

test("a refund of more than is left is refused by what is left, in the user's units", () => {
  const refused = (refundable: string) =>
    told("invalid_request", "exceeds_refundable", { refundable });
  expect(refused("0")).toContain("Nothing is left to refund: the rest is pending or refunded.");
  expect(refused("2500000")).toContain("Only 2.50 is left to refund");
});
