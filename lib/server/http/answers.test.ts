import { expect, test } from "vitest";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type ErrorCode, errorStatuses, Refusal, unavailable } from "@/lib/core/errors";
import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";
import { commonHeaders, failure, refusalAnswer, refusedEarly } from "./answers";

test("each code has the status that the contract names", () => {
  expect(errorStatuses).toEqual({
    authentication_error: 401,
    merchant_not_synced: 401,
    permission_denied: 403,
    session_invalid_state: 403,
    not_found: 404,
    invalid_request: 400,
    idempotency_error: 409,
    rate_limited: 429,
    api_error: 500,
  } satisfies Record<ErrorCode, number>);
});

test("a refusal says what, which field, why, and for which request", () => {
  const message = "The path is not well-formed.";
  const refusal = new Refusal("invalid_request", message, {
    param: "a.b",
    details: { reason: "malformed_path" },
  });
  const { status, headers, body } = refusalAnswer(refusal, "req_1");
  expect([status, headers["retry-after"]]).toEqual([400, undefined]);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(body)).toEqual({
    error: {
      code: "invalid_request",
      message,
      param: "a.b",
      details: {
        reason: "malformed_path",
        issues: [{ path: ["a", "b"], message, code: "malformed_path" }],
      },
      requestId: "req_1",
    },
  });
});

test("a reason may have a status of its own", () => {
  const statusOf = (reason: "method_not_allowed" | "body_too_large" | "unsupported_media_type") =>
    refusalAnswer(new Refusal("invalid_request", "No.", { details: { reason } }), "req_1").status;
  expect(statusOf("method_not_allowed")).toBe(405);
  expect(statusOf("body_too_large")).toBe(413);
  expect(statusOf("unsupported_media_type")).toBe(415);
});

test("one that passes says when to come back", () => {
  const refusal = new Refusal("rate_limited", "Too many.", {
    details: { reason: "too_many_requests" },
    retryAfterSeconds: 3,
  });
  expect(refusalAnswer(refusal, "req_1")).toMatchObject({
    status: 429,
    headers: { "retry-after": "3" },
  });
});

test("what is away is 503 with the time to come back, and a fault of ours is 500", () => {
  const away: [Error, string][] = [
    [new DatabaseUnavailable("No answer"), "database_unavailable"],
    [new RpcUnavailable("no node answers"), "chain_unavailable"],
    [new ChainDoubt("two nodes differ"), "chain_unavailable"],
    [unavailable("screening_unavailable", "Try again."), "screening_unavailable"],
  ];
  for (const [error, reason] of away) {
    const { status, headers, body } = failure("req_1", error);
    expect([status, headers["retry-after"]]).toEqual([503, "2"]);
    expect(JSON.parse(body).error).toMatchObject({ code: "api_error", details: { reason } });
  }
  expect(failure("req_1", new Error("a bug"))).toMatchObject({ status: 500 });
  expect(failure("req_1", new Error("a bug")).headers).not.toHaveProperty("retry-after");
});

test("401 tells how to authenticate", () => {
  const details = { reason: "api_key_missing" } as const;
  const refusal = new Refusal("authentication_error", "Send your key.", { details });
  expect(refusalAnswer(refusal, "req_1").headers).toMatchObject({
    "www-authenticate": 'Bearer realm="Stipend"',
  });
});

test("what went wrong here tells nothing but the request", () => {
  const { status, body } = failure("req_1", new Error("a secret"));
  expect(status).toBe(500);
  expect(JSON.parse(body).error).toMatchObject({ code: "api_error", requestId: "req_1" });
});

test("what reaches no endpoint has the headers of every answer", () => {
  const refusal = new Refusal("not_found", "Nothing.", { details: { reason: "unknown_path" } });
  expect(refusedEarly("req_1", refusal, { allow: "GET" }).headers).toMatchObject({
    ...commonHeaders("req_1"),
    allow: "GET",
  });
});

test("no answer is stored or sniffed, and a browser may read its headers", () => {
  const headers = commonHeaders("req_1");
  expect(headers).toMatchObject({
    "stipend-request-id": "req_1",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
  });
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
  for (const name of ["Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]) {
    expect(headers["access-control-expose-headers"]).toContain(name);
  }
});
