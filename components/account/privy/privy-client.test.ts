import { PrivyApiError, PrivyClientError } from "@privy-io/js-sdk-core";
import { expect, test } from "vitest";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";
import { ask, askToLink } from "./privy-client";

/** What becomes of what the library throws. */
const failureOf = (error: unknown) =>
  ask(() => Promise.reject(error), "code_wrong").catch((failure: unknown) => failure);
type Answer = ConstructorParameters<typeof PrivyApiError>[0];
/** As Privy's answer is read. */
function answered(status: number, code = "invalid_data"): PrivyApiError {
  const answer: Answer = JSON.parse(JSON.stringify({ error: "No.", code, status }));
  return new PrivyApiError(answer);
}

test("an answer is handed on", async () => {
  expect(await ask(async () => 7, "code_wrong")).toBe(7);
});

test("a refusal of Privy's means what was asked for, with its status", async () => {
  for (const status of [400, 401, 403, 422, 500]) {
    const failure = await failureOf(answered(status));
    expect(failure).toBeInstanceOf(StipendError);
    expect(failure).toMatchObject({ code: "authentication_error", reason: "code_wrong", status });
  }
});

test("too many requests are told as such, of each kind", async () => {
  expect(await failureOf(answered(429))).toMatchObject({
    ...{ code: "rate_limited", reason: "too_many_requests", status: 429 },
  });
});

test("what the library refuses by itself, or its frame, is a refusal too", async () => {
  const own = new PrivyClientError({ error: "No.", code: "pkce_state_code_mismatch" });
  for (const error of [own, { type: "missing_or_invalid_mfa" }]) {
    expect(await failureOf(error)).toMatchObject({ reason: "code_wrong", status: 401 });
  }
});

test("anything else is no answer, with its cause", async () => {
  for (const cause of [new TypeError("Failed to fetch"), null, "away"]) {
    const failure = await failureOf(cause);
    expect(failure).toBeInstanceOf(StipendConnectionError);
    expect((failure as Error).cause).toBe(cause);
  }
});

test("an address of another account is told from a wrong code", async () => {
  expect(await askToLink(async () => {})).toBe("linked");
  const taken = answered(422, "linked_to_another_user");
  expect(await askToLink(() => Promise.reject(taken))).toBe("taken");
  const wrong = answered(422, "invalid_credentials");
  await expect(askToLink(() => Promise.reject(wrong))).rejects.toMatchObject({
    reason: "code_wrong",
  });
});
