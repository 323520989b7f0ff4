import { expect, test } from "vitest";
import { eventKinds } from "@/lib/core/webhooks/event-kinds";
import { endpointRequest, readHeaders } from "./endpoint-request";
import type { ShownEndpoint } from "./webhook-shapes";

const stored = {
  ...{ id: "we_1", url: "https://shop.example/hook", events: ["payment.failed"] },
  ...{ description: "The shop", headers: ["X-Api-Key"] },
} as ShownEndpoint;
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

test("only what was typed anew is sent", () => {
  const began = { url: stored.url, description: "The shop", headers: "", removesHeaders: false };
  const inputOf = (change: object, events: ShownEndpoint["events"] = stored.events) =>
    endpointRequest({ ...stored, events }, "test", { ...began, events, ...change }).input;
  expect(inputOf({})).toEqual({ id: "we_1" });
  expect(inputOf({ description: " The warehouse " })).toEqual({
    id: "we_1",
    description: "The warehouse",
  });
  expect(inputOf({ description: "" })).toEqual({ id: "we_1", description: null });
  expect(inputOf({ url: "https://shop.example/2" })).toEqual({
    id: "we_1",
    url: "https://shop.example/2",
  });
  expect(inputOf({ events: ["*"] })).toEqual({ id: "we_1", events: ["*"] });
  const every = [...eventKinds];
  expect(inputOf({}, every)).toEqual({ id: "we_1" });
  expect(inputOf({ events: every }, every.toReversed())).toEqual({ id: "we_1" });
  expect(inputOf({ events: ["*"] }, every)).toEqual({ id: "we_1", events: ["*"] });
});
