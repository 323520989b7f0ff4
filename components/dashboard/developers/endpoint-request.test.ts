import { expect, test } from "vitest";
import { endpointRequest, readHeaders } from "./endpoint-request";
import type { ShownEndpoint } from "./webhook-shapes";

const stored = { id: "we_1", headers: ["X-Api-Key"] } as ShownEndpoint;
const values = { url: " https://shop.example/hook ", description: "", headers: "" };
const wanted = { ...values, events: ["*" as const], removesHeaders: false };

test("header fields are read line by line", () => {
  expect(readHeaders("X-Key: a:b\n\n X-Other : c ")).toEqual({
    headers: { "X-Key": "a:b", "X-Other": "c" },
    wrong: false,
  });
  expect(readHeaders("X-Key").wrong).toBe("Write each field as Name: value.");
});

test("a header field that is typed twice is refused, in any case", () => {
  expect(readHeaders("X-Key: a\nx-key: b").wrong).toBe("x-key is given twice. Keep one line.");
});

test("stored header fields stay unless they are removed or others are typed", () => {
  const inputOf = (change: object) =>
    endpointRequest(stored, "test", { ...wanted, ...change }).input;
  expect(inputOf({})).not.toHaveProperty("headers");
  expect(inputOf({ removesHeaders: true })).toHaveProperty("headers", null);
  const headers = "X-Key: a";
  expect(inputOf({ removesHeaders: true, headers })).toHaveProperty("headers", { "X-Key": "a" });
  expect(inputOf({ headers })).toHaveProperty("headers", { "X-Key": "a" });
});

test("a new endpoint has the header fields that are typed", () => {
  const made = endpointRequest(null, "live", { ...wanted, headers: "X-Key: a" });
  expect(made.input).toEqual({
    ...{ url: "https://shop.example/hook", events: ["*"], mode: "live" },
    headers: { "X-Key": "a" },
  });
});
