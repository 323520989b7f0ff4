import { expect, test } from "vitest";
import { curlOf } from "./curl-of";

const origin = "https://pay.example";

test("a write is a command with its path filled in and the rest as JSON", () => {
  const input = { id: "re_1", note: "it's", left: undefined };
  expect(curlOf(origin, { method: "POST", path: "/v1/refunds/{id}/cancel", input })).toBe(
    [
      "curl -X POST 'https://pay.example/v1/refunds/re_1/cancel' \\",
      '  -H "Authorization: Bearer $STIPEND_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"note":"it'\\''s"}'`,
    ].join("\n"),
  );
});

test("a read has its input in the query, and nothing of it can leave the quotes", () => {
  const input = { customerId: "'; rm -rf /; '" };
  expect(curlOf(origin, { method: "GET", path: "/v1/payment-sessions", input })).toBe(
    [
      "curl 'https://pay.example/v1/payment-sessions?customerId=%27%3B+rm+-rf+%2F%3B+%27' \\",
      '  -H "Authorization: Bearer $STIPEND_API_KEY"',
    ].join("\n"),
  );
});
