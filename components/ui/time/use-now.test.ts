import { expect, test } from "vitest";
import { serverTime } from "./use-now";

const asOf = "2026-11-20T12:00:00.000000Z";

test("the server's clock goes on from when it was read, not from when somebody asks for it first", () => {
  const read = Date.parse(asOf);
  expect(serverTime({ asOf, readAtMs: 90_000 }, 90_000)).toBe(read);
  expect(serverTime({ asOf, readAtMs: 90_000 }, 92_500)).toBe(read + 2_500);
});

test("it never goes back behind its reading", () => {
  expect(serverTime({ asOf, readAtMs: 90_000 }, 10)).toBe(Date.parse(asOf));
});
