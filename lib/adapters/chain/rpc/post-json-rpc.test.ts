import { afterAll, beforeAll, expect, test } from "vitest";
import { echo, type HttpNode, saying, startHttpNode } from "@/testing/http-node";
import { takesBatches } from "./post-json-rpc";

let node: HttpNode;
beforeAll(async () => {
  node = await startHttpNode();
});
afterAll(() => node.stop());

const refusal = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no batches" } };

test.each<[string, HttpNode["answer"], boolean | null]>([
  ["answers each call", echo, true],
  ["answers with one object", saying(200, JSON.stringify(refusal)), false],
  ["answers one of two calls", saying(200, JSON.stringify([refusal])), false],
  ["does not answer", saying(503, ""), null],
])("of a node that %s it is known", async (_does, answer, expected) => {
  node.answer = answer;
  expect(await takesBatches(node.url, 2_000)).toBe(expected);
});
