import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import { createSession } from "@/lib/contract/payments/payment-sessions";
import { registry } from "@/lib/contract/registry";
import { projectRoot } from "@/scripts/build/contracts/sources";
import type { Operations } from "@/sdk/src/types.generated";
import { buildSdk } from "./build-sdk";
import { unknownNames } from "./method-names";
import { writeSdk } from "./write-sdk";

const LIMIT_BYTES = 12_000;

test("the client's types and calls are those of the declarations", () => {
  for (const [file, text] of Object.entries(writeSdk())) {
    const written = readFileSync(join(projectRoot, "sdk", "src", file), "utf8");
    expect(written, `npm run sdk:generate writes ${file} anew`).toBe(text);
  }
  expect(unknownNames).toEqual([]);
});

test("a read takes no body and a write no query: the client tells them apart by the method", () => {
  for (const [name, { method, query, body }] of registry) {
    expect([name, method === "GET" ? body : query]).toEqual([name, undefined]);
  }
});

test("what is published is one small module without imports, and types that compile alone", async () => {
  const dist = join(inject("runFolder"), "sdk", "dist");
  await buildSdk(dist);
  const code = readFileSync(join(dist, "index.js"));
  expect(gzipSync(code).length).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(code.toString()).not.toMatch(/\bimport\b|\brequire\(|\bprocess\b|\bBuffer\b/);
  const sdk = await import(join(dist, "index.js"));
  expect(Object.keys(sdk).sort()).toEqual([
    "StipendConnectionError",
    "StipendError",
    "WebhookVerificationError",
    "createStipend",
    "isApiError",
    "webhooks",
  ]);
  expect(readFileSync(join(dist, "index.d.ts"), "utf8")).toContain('from "./stipend.js"');
});

// The compiler compares: what is written from the description, and what the declarations themselves say.
type Written = Operations["createSession"];
const asDeclared = (input: Written["input"]): SentInput<typeof createSession> => input;
const asWritten = (input: SentInput<typeof createSession>): Written["input"] => input;
const got = (output: ReceivedOutput<typeof createSession>): Written["output"] => output;

test("an input of the client's is one that the declaration takes", () => {
  const input = asWritten(asDeclared({ amount: "2500000", currency: "USDC", metadata: { a: 1 } }));
  expect(createSession.body?.safeParse(input).error).toBeUndefined();
  expect(got).toBeTypeOf("function");
});
