import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiTarget, openApiTarget } from "./api-target";

let target: ApiTarget;

beforeAll(async () => {
  target = await openApiTarget();
});
afterAll(() => target.close());

it("/ready refuses a mode that there is not, in the envelope", async () => {
  const reply = await target.send({ method: "GET", path: "/ready", query: { mode: "staging" } });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request", param: "mode" } },
  });
});

it("/ready answers as often as it is asked, also with parameters that it does not know", async () => {
  const asked = await Promise.all(
    Array.from({ length: 500 }, () =>
      target.send({ method: "GET", path: "/ready", query: { probe: "1" } }),
    ),
  );
  expect(asked.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  expect(asked[0]?.body.checks).toMatchObject({ database: { status: "ok", detail: null } });
  expect(Object.keys(asked[0]?.body ?? {})).toEqual(["status", "checks", "modes"]);
});
