import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { askToStepUp, startTotp } from "@/lib/contract/identity/identity-account";
import type { enableWebhookEndpoint } from "@/lib/contract/webhooks/webhook-endpoints";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { forgetAccessToken } from "./access-token";
import { callAsPerson } from "./call-as-person";
import { callOwnAccount } from "./own-account";
import { readObject, readPage } from "./read-page";
import { answerStepUpsBy, StepUpDeclined, type StepUpMethod } from "./with-step-up";

const acting = { mode: "live", merchantId: "mer_2" } as const;

/** Every way in which a page calls the API. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  write: () =>
    callAsPerson<typeof enableWebhookEndpoint>(
      acting,
      { method: "POST", path: "/v1/webhook-endpoints/{id}/enable" },
      { id: "we_1" },
    ),
  list: () => readPage(acting, "/v1/refunds", {}),
  object: () => readObject(acting, "/v1/refunds/{id}", "re_1"),
  account: () =>
    callOwnAccount<typeof startTotp>(
      { method: "POST", path: "/api/identity/totp/start", isPublic: true },
      {},
    ),
};

let sent: { path: string; key: string | null; body: unknown }[];
let isFresh: boolean;
let methods: string[];
let asked: (readonly StepUpMethod[])[];
let end = () => {};

const refusal = () =>
  Response.json(
    { error: { code: "permission_denied", details: { reason: "step_up_required", methods } } },
    { status: 403 },
  );

beforeEach(() => {
  sent = [];
  isFresh = false;
  methods = ["totp"];
  asked = [];
  forgetAccessToken();
  vi.stubGlobal("location", { origin: "https://stipend.example" });
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    const path = new URL(url).pathname;
    if (path === "/api/identity/token") return Response.json({ accessToken: "token" });
    const key = new Headers(init.headers).get("idempotency-key");
    sent.push({ path, key, body: init.body });
    return isFresh ? Response.json({ id: "x_1", data: [], nextCursor: null }) : refusal();
  });
});
afterEach(() => {
  end();
  forgetAccessToken();
  vi.unstubAllGlobals();
});

/** A page on which the person confirms, or declines. */
function openPage(confirms: boolean): void {
  end = answerStepUpsBy(async (ways) => {
    asked.push(ways);
    await Promise.resolve();
    isFresh = confirms;
    return confirms;
  });
}

test.each(Object.keys(ways))(
  "a call that needs a confirmation asks for it and is then made again, the same (%s)",
  async (way) => {
    openPage(true);
    await ways[way]?.();
    expect(asked).toEqual([["totp"]]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  },
);

test("calls that are refused at the same time wait for one confirmation", async () => {
  methods = ["email"];
  end = answerStepUpsBy(async (ways) => {
    asked.push(ways);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    isFresh = true;
    return true;
  });
  await Promise.all([ways.list?.(), ways.object?.(), ways.account?.()]);
  expect(asked).toEqual([["email"]]);
  expect(sent).toHaveLength(6);
});

test("a person who declines is asked anew the next time, and nothing is sent", async () => {
  openPage(false);
  await expect(ways.write?.()).rejects.toBeInstanceOf(StepUpDeclined);
  await expect(ways.write?.()).rejects.toBeInstanceOf(StepUpDeclined);
  expect(asked).toHaveLength(2);
  expect(sent).toHaveLength(2);
});

test("a confirmation that does not help is not asked for again and again", async () => {
  openPage(true);
  end = answerStepUpsBy(async (ways) => {
    asked.push(ways);
    return true;
  });
  await expect(ways.write?.()).rejects.toMatchObject({ reason: "step_up_required" });
  expect(asked).toHaveLength(1);
});

test("the confirmation's own calls ask for none: it would wait for itself", async () => {
  openPage(true);
  const route = { method: "POST", path: "/api/identity/step-up/code", isPublic: true } as const;
  const work = callOwnAccount<typeof askToStepUp>(route, {});
  await expect(work).rejects.toMatchObject({ reason: "step_up_required" });
  expect(asked).toEqual([]);
});

test.each([
  ["fetch", `export const read = () => fetch("/v1/refunds");`],
  ["call", `import { call } from "@/lib/client/call";\nexport const read = call;`],
])("the linter refuses a component's own %s", (_, text) => {
  const planted = join(projectRoot, "components/dashboard", `planted-${process.pid}.ts`);
  try {
    writeFileSync(planted, `${text}\n`);
    const biome = join(projectRoot, "node_modules/.bin/biome");
    // The rules alone, or it reads the whole project.
    const rules = ["--only=style/noRestrictedGlobals", "--only=style/noRestrictedImports"];
    const told = spawnSync(biome, ["lint", ...rules, planted], { encoding: "utf8" });
    const { stdout, stderr, status } = told;
    expect(status, `${stdout}${stderr}`).toBe(1);
    expect(stderr).toContain("step-up");
  } finally {
    rmSync(planted);
  }
});
