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

const entries = [
  {
    file: "index",
    limitBytes: 12_000,
    types: 'from "./stipend.js"',
    exports: [
      "StipendConnectionError",
      "StipendError",
      "WebhookVerificationError",
      "createStipend",
      "isApiError",
      "webhooks",
    ],
  },
  {
    file: "payer/index",
    limitBytes: 9_000,
    types: 'from "./sign-payment.js"',
    exports: [
      "NotAsAgreedError",
      "authorizationMessage",
      "cancelAuthorizationMessage",
      "isPaymentAsAgreed",
      "isSubscriptionAsAgreed",
      "paymentIntentMessage",
      "permitMessage",
      "refOf",
      "signPayment",
      "signSubscription",
      "signSubscriptionTerms",
      "signTermsOnce",
      "signTermsTwice",
      "subscriptionIntentMessage",
      "termsMessage",
      "termsNonce",
      "walletSigner",
    ],
  },
];

test("what is published are two small modules without imports, and types that compile alone", async () => {
  const dist = join(inject("runFolder"), "sdk", "dist");
  await buildSdk(dist);
  for (const { file, limitBytes, types, exports } of entries) {
    const code = readFileSync(join(dist, `${file}.js`));
    expect(gzipSync(code).length).toBeLessThanOrEqual(limitBytes);
    expect(code.toString()).not.toMatch(
      /\bimport\b|\brequire\(|\bprocess\.|\bBuffer\b(?!\.isView)/,
    );
    const entry = await import(join(dist, `${file}.js`));
    expect(Object.keys(entry).sort()).toEqual(exports);
    expect(readFileSync(join(dist, `${file}.d.ts`), "utf8")).toContain(types);
  }
});

// The compiler compares: what is written from the description, and what the declarations themselves say.
type WrittenOperation = Operations["createSession"];
const asDeclared = (input: WrittenOperation["input"]): SentInput<typeof createSession> => input;
const asWritten = (input: SentInput<typeof createSession>): WrittenOperation["input"] => input;
const got = (output: ReceivedOutput<typeof createSession>): WrittenOperation["output"] => output;

test("an input of the client's is one that the declaration takes", () => {
  const input = asWritten(asDeclared({ amount: "2500000", currency: "USDC", metadata: { a: 1 } }));
  expect(createSession.body?.safeParse(input).error).toBeUndefined();
  expect(got).toBeTypeOf("function");
});
