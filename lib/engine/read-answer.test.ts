import fc from "fast-check";
import { expect, test } from "vitest";
import { type Outcome, readAnswer } from "./read-answer";

const sdk = { "x-inngest-sdk": "inngest-js:v4.24.0" };
const firstOfThree = { attempt: 0, maxAttempts: 3 };
const lastOfThree = { attempt: 2, maxAttempts: 3 };

function read(
  status: number,
  body: unknown,
  {
    headers = {},
    attempt = firstOfThree,
  }: { headers?: Record<string, string>; attempt?: typeof firstOfThree } = {},
): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readAnswer({ status, headers: new Headers({ ...sdk, ...headers }), body: text }, attempt);
}
const error = { name: "Error", message: "no" };
const id = "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33";

test("200 ends the run with its output", () => {
  expect(read(200, "null")).toEqual({ kind: "complete", output: null });
  expect(read(200, { a: [1] })).toEqual({ kind: "complete", output: { a: [1] } });
});

test("an answer that does not name the SDK is no answer, whatever its status", () => {
  for (const status of [200, 206, 400, 401, 404, 500, 502]) {
    const outcome = readAnswer({ status, headers: new Headers(), body: "[]" }, lastOfThree);
    expect(outcome).toMatchObject({ kind: "unreachable", isDelivered: false });
  }
});

test("a failed call is retried later, until the last attempt", () => {
  const retry = read(500, error);
  expect(retry).toMatchObject({ kind: "retry", error, due: { inMs: expect.any(Number) } });
  expect(read(500, error, { attempt: lastOfThree })).toEqual({ kind: "fail", error });
});

test("no-retry ends the run on any attempt", () => {
  expect(read(400, error, { headers: { "x-inngest-no-retry": "true" } })).toEqual({
    kind: "fail",
    error,
  });
});

test("retry-after says when, in seconds or as a date", () => {
  const headers = { "retry-after": "90", "x-inngest-no-retry": "false" };
  expect(read(500, error, { headers })).toMatchObject({ kind: "retry", due: { inMs: 90_000 } });
  const at = "2030-01-01T00:00:00.000Z";
  const failing = [{ id, op: "StepError", error }];
  expect(read(206, failing, { headers: { "retry-after": at } })).toMatchObject({
    kind: "retry",
    due: { at: new Date(at) },
  });
});

test("a step's error is kept as its result on the last attempt or when it is final", () => {
  const results = [{ id, error }];
  const failed = read(206, [{ id, op: "StepFailed", error, data: { __serialized: true } }]);
  expect(failed).toMatchObject({ kind: "progress", results });
  const last = read(206, [{ id, op: "StepError", error }], { attempt: lastOfThree });
  expect(last).toMatchObject({ kind: "progress", results });
});

test("finished, planned and waiting steps are told apart", () => {
  const ops = [
    { id: "1", op: "StepRun", data: { a: 1 } },
    { id: "2", op: "StepPlanned", name: "two" },
    { id: "3", op: "Sleep", name: "1d12h" },
    { id: "4", op: "InvokeFunction", opts: { function_id: "app-fn", payload: { data: { n: 1 } } } },
  ];
  expect(read(206, ops)).toEqual({
    kind: "progress",
    results: [{ id: "1", data: { a: 1 } }],
    planned: ["2"],
    waits: [
      { stepId: "3", kind: "sleep", due: { inMs: 129_600_000 } },
      {
        stepId: "4",
        kind: "invoke",
        functionId: "app-fn",
        data: { n: 1 },
        due: { inMs: 31_536_000_000 },
      },
    ],
    isParallel: true,
  });
  expect(read(206, ops.slice(0, 1))).toMatchObject({ isParallel: false });
});

test("a step without a value has the result null", () => {
  expect(read(206, [{ id, op: "StepRun" }])).toMatchObject({ results: [{ id, data: null }] });
});

test("RunComplete ends the run", () => {
  expect(read(206, [{ id, op: "RunComplete", data: 7 }])).toEqual({ kind: "complete", output: 7 });
});

test.each<[string, unknown]>([
  ["an unknown operation", [{ id, op: "AIGateway" }]],
  ["racing steps", [{ id, op: "StepPlanned", opts: { parallelMode: "race" } }]],
  ["a wait for an event", [{ id, op: "WaitForEvent", name: "a", opts: { timeout: "1h" } }]],
  ["a sleep without an end", [{ id, op: "Sleep", name: "a while" }]],
  ["no operation at all", []],
  ["no list", { op: "StepRun" }],
  ["no JSON", "<html>"],
])("%s fails the run and says why", (_, body) => {
  const outcome = read(206, body);
  expect(outcome).toMatchObject({ kind: "fail", error: { message: expect.stringMatching(/./) } });
});

test("no answer makes it throw", () => {
  const anyOp = fc.record(
    {
      id: fc.string(),
      op: fc.constantFrom("StepRun", "StepError", "Sleep", "WaitForEvent", "InvokeFunction", "x"),
      name: fc.option(fc.string()),
      data: fc.jsonValue(),
      error: fc.jsonValue(),
      opts: fc.oneof(fc.jsonValue(), fc.record({ timeout: fc.string(), function_id: fc.string() })),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.array(anyOp).map((ops) => JSON.stringify(ops)),
  );
  const headers = fc.record(
    {
      "retry-after": fc.stringMatching(/^[ -~]*$/),
      "x-inngest-no-retry": fc.constantFrom("true", "false"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(200, 206, 400, 404, 500), body, headers, (status, text, extra) => {
      expect(read(status, text, { headers: extra })).toHaveProperty("kind");
    }),
    { numRuns: 500 },
  );
});
