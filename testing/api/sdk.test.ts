import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { bundleSdk } from "@/scripts/build/sdk/build-sdk";
import { methodNames } from "@/scripts/build/sdk/method-names";
import type { Stipend } from "@/sdk/src/stipend";
import { makeSamples } from "./api-samples";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";

type Module = typeof import("@/sdk/src/index");
type Methods = Record<string, Record<string, (input: object) => Promise<unknown>>>;

const folder = mkdtempSync(join(tmpdir(), "stipend-sdk-"));
let target: ApiTarget;
let sdk: Module;
let ada: ApiMerchant;
let samples: Record<string, Sample>;
let stipend: Stipend;
/** The client of whoever an endpoint is for. */
let clients: Record<"merchant" | "session" | "relay" | "admin" | "none", Stipend>;

beforeAll(async () => {
  target = await openApiTarget();
  await bundleSdk(folder);
  sdk = await import(join(folder, "index.js"));
  ada = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
  const baseUrl = await target.baseUrl();
  const clientOf = (key?: string) => sdk.createStipend({ baseUrl, key });
  stipend = clientOf(ada.keys.test);
  const session = clientOf(ada.session);
  const admin = clientOf(await target.adminToken());
  clients = { merchant: stipend, relay: stipend, session, admin, none: clientOf() };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await target.close();
});

/** Samples that the API refuses, and why. */
const refused: Readonly<Record<string, string>> = {
  relayPayment: "merchant_mismatch",
  relaySubscription: "merchant_mismatch",
  // The session of the samples is cancelled before.
  expireSession: "already_closed",
  recordSessionPayer: "already_closed",
  requestSessionSigning: "not_payable",
  // The shop is archived before.
  getStore: "closed",
  checkoutProduct: "closed",
  // The plan is archived before, and the subscription cancelled.
  recordPlanPayer: "plan_archived",
  requestPlanSigning: "plan_archived",
  pauseSubscription: "subscription_ended",
  resumeSubscription: "subscription_ended",
  // Its hash is recorded before.
  authorizeRefund: "authorization_pending",
  cancelRefund: "refund_submitted",
  // It has an end.
  cancelWebhookReplay: "replay_ended",
  releaseHold: "operator_releases",
  // The samples are sent in test mode.
  requestWalletProof: "live_mode_required",
  proveWallet: "live_mode_required",
};

it("the published client calls every endpoint, and what it gets is what is declared", async () => {
  const isLast = ({ method }: Endpoint) => (method === "DELETE" ? 1 : 0);
  const called = [...registry]
    .filter(([, { streams }]) => !streams)
    .sort(([, one], [, other]) => isLast(one) - isLast(other));
  const answers: Record<string, unknown> = {};
  for (const [name, { response, auth, file }] of called) {
    const [group = "", method = ""] = methodNames[name]?.split(".") ?? [];
    const { params, query, body } = samples[name] ?? {};
    const call = (clients[auth] as unknown as Methods)[group]?.[method];
    if (!call) throw new Error(`${name} is not in the client`);
    const ask = () =>
      call({ ...params, ...query, ...body }).then(
        (answer) => {
          const given = file ? Buffer.from(answer as Uint8Array).toString("latin1") : answer;
          const read = z.safeDecode(response, given as z.input<typeof response>);
          return read.error?.message ?? "as declared";
        },
        (error: unknown) => (sdk.isApiError(error) ? error.reason : String(error)),
      );
    answers[name] = await ask();
    // Another file's test may be moving the server's clock.
    for (let times = 0; answers[name] === "clock_moving" && times < 20; times += 1) {
      await sleep(1_000);
      answers[name] = await ask();
    }
  }
  const expected = called.map(([name]) => [name, refused[name] ?? "as declared"]);
  expect(answers).toEqual(Object.fromEntries(expected));
}, 60_000);

it("walks a list to its end, a write is executed once, and a refusal has its parts", async () => {
  const { customers, paymentSessions } = stipend;
  for (const last of ["a", "b", "c"]) {
    await customers.upsert({ walletAddress: `0x${last.repeat(40)}` });
  }
  const wallets: (string | null)[] = [];
  for await (const { walletAddress } of customers.each({ limit: 2 })) wallets.push(walletAddress);
  expect(new Set(wallets).size).toBeGreaterThanOrEqual(3);
  const options = { idempotencyKey: crypto.randomUUID() };
  const input = { amount: "2500000", currency: "USDC" } as const;
  const first = await paymentSessions.create(input, options);
  expect((await paymentSessions.create(input, options)).id).toBe(first.id);
  const error = await paymentSessions
    .create({ ...input, amount: "0.5" })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "invalid_request",
    reason: "validation_failed",
    param: "amount",
    status: 400,
    requestId: expect.stringMatching(/^req_/),
  });
});
