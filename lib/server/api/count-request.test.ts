import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { countRequest } from "./count-request";

/** An answer with a content type, as `getHeader` gives it. */
const answer = (type: string | string[]) =>
  ({ statusCode: 200, getHeader: () => type }) as unknown as ServerResponse;

const countedIn = (family: "httpRequests" | "httpSeconds", route: string) =>
  metrics()
    [family].family()
    .samples.filter(({ labels, suffix }) => labels.route === route && suffix !== "_sum")
    .at(-1)?.value;

test.each(["text/event-stream; charset=utf-8", ["text/event-stream; charset=utf-8"]])(
  "a stream of events is counted, and how long it lasted is not",
  (type) => {
    const route = `stream ${typeof type}`;
    countRequest("GET")(route, answer(type));
    expect(countedIn("httpRequests", route)).toBe(1);
    expect(countedIn("httpSeconds", route)).toBeUndefined();
  },
);

test("whatever word a client sends as its method, there are few", () => {
  countRequest("NONSENSE")("words", answer("text/html"));
  countRequest("GET")("words", answer("text/html"));
  const methods = metrics()
    .httpRequests.family()
    .samples.filter(({ labels }) => labels.route === "words")
    .map(({ labels }) => labels.method);
  expect(methods).toEqual(["other", "GET"]);
  expect(countedIn("httpSeconds", "words")).toBe(1);
});
