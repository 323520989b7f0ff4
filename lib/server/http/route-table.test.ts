import { expect, test } from "vitest";
import { handlerOf, routeTable } from "./route-table";

const file = (path: string) => ({ path, handlers: { GET: Object.assign(() => path, {}) } });
const find = routeTable([
  file("/v1/[[...unmatched]]"),
  file("/v1/tokens/[address]"),
  file("/v1/tokens/[address]/permit-nonce"),
  file("/v1/tokens/known"),
  file("/docs/[...rest]"),
]);
const pathOf = (path: string) => find(path)?.path ?? null;

test("a fixed segment comes before a named one, and a catch-all last", () => {
  expect(pathOf("/v1/tokens/known")).toBe("/v1/tokens/known");
  expect(pathOf("/v1/tokens/0x1")).toBe("/v1/tokens/[address]");
  expect(pathOf("/v1/tokens/known/permit-nonce")).toBe("/v1/tokens/[address]/permit-nonce");
  expect(pathOf("/v1/tokens/0x1/other")).toBe("/v1/[[...unmatched]]");
  expect(pathOf("/v1/tokens")).toBe("/v1/[[...unmatched]]");
});

test("an optional catch-all answers the path above it, another does not", () => {
  for (const path of ["/v1", "/v1/", "//v1"]) expect(pathOf(path)).toBe("/v1/[[...unmatched]]");
  expect(pathOf("/docs")).toBeNull();
  expect(pathOf("/docs/a/b")).toBe("/docs/[...rest]");
  expect(pathOf("/v2")).toBeNull();
});

test("a path's parameter is decoded once", () => {
  expect(find("/v1/tokens/a%2Fb%2525")?.params).toEqual({ address: "a/b%25" });
});

test("what an object has by nature is no segment and no method", () => {
  expect(pathOf("/constructor")).toBeNull();
  const match = find("/v1/tokens/known");
  if (!match) throw new Error("it is there");
  expect(handlerOf(match, "HEAD")).toBe(handlerOf(match, "GET"));
  expect(handlerOf(match, "POST")).toBeNull();
});
