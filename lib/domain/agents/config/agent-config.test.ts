import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateAgentConfig as declaration } from "@/lib/contract/agents/config";
import type { SentInput } from "@/lib/contract/endpoint";
import { scopes } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { readRecoverySettings } from "@/lib/domain/subscriptions/charges/recovery-settings";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { getAgentConfig } from "./get-agent-config";
import { updateAgentConfig } from "./update-agent-config";

let world: WebhookWorld;
let ada: string;
beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(async () => {
  ada = await world.addMerchant();
});
afterAll(() => world?.stop());

const person = (mode: Mode = "test"): Context<MerchantActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId: ada, mode, userId: "usr_1", sessionId: "ses_1" },
});
const key = (): Context<MerchantActor> => ({
  ...world.system(),
  actor: { kind: "key", merchantId: ada, mode: "test", keyId: "ak_1", keyKind: "secret", scopes },
});
const vendor = `0x${"ab".repeat(20)}` as const;
const patch = (sent: SentInput<typeof declaration>, ctx = person()) =>
  updateAgentConfig(ctx, declaration.body?.parse(sent) ?? {});

/** Where a body is refused; empty where it is taken. */
function faultsOf(body: object): string[] {
  const parsed = declaration.body?.safeParse(body);
  return parsed?.error?.issues.map(({ path }) => path.join(".")) ?? [];
}

test("a merchant that has set nothing has the defaults, and nothing is written by reading them", async () => {
  expect(await getAgentConfig(person())).toMatchObject({
    enabledCapabilities: [],
    recovery: { gracePeriodHours: 48, strategy: "twice", notificationTemplate: null },
    cashflow: {
      digestEnabled: false,
      anomalySensitivity: "medium",
      autoConvertToYield: false,
      minimumLiquidReserveCents: 100_000n,
    },
    commerce: {
      requireHumanApprovalAboveUsdCents: 100_000n,
      approvedVendors: [],
      monthlySpendCapUsdCents: null,
      policy: "unavailable",
      instructions: [],
    },
    updatedAt: null,
  });
  expect(await world.db`select from agent_configs where merchant_id = ${ada}`).toHaveLength(0);
});

test("groups and fields that are left out stay, and modes are apart", async () => {
  await patch({ cashflow: { digestEnabled: true, minimumLiquidReserveCents: 5 } });
  await patch({ recovery: { gracePeriodHours: 72, notificationTemplate: "Hi {{plan_name}}" } });
  await patch({ cashflow: { anomalySensitivity: "high" } });
  await patch({ commerce: { approvedVendors: [vendor], monthlySpendCapUsdCents: 7 } });
  const after = await patch({ commerce: { monthlySpendCapUsdCents: null } });
  expect(after).toMatchObject({
    recovery: { gracePeriodHours: 72, strategy: "twice", notificationTemplate: "Hi {{plan_name}}" },
    cashflow: {
      digestEnabled: true,
      anomalySensitivity: "high",
      minimumLiquidReserveCents: 5n,
    },
    commerce: { approvedVendors: [vendor], monthlySpendCapUsdCents: null },
  });
  expect(after.updatedAt).toBeInstanceOf(Date);
  expect(await getAgentConfig(person())).toEqual(after);
  expect((await getAgentConfig(person("live"))).cashflow.digestEnabled).toBe(false);
});

test("twenty changes of different groups at once all hold", async () => {
  for (let round = 0; round < 10; round += 1) {
    const cents = 1_000 + round;
    await Promise.all([
      patch({ cashflow: { minimumLiquidReserveCents: cents } }),
      patch({
        recovery: { gracePeriodHours: round % 2 ? 24 : 72, notificationTemplate: `${round}` },
      }),
      patch({ commerce: { monthlySpendCapUsdCents: cents } }),
      patch({ enabledCapabilities: round % 2 ? ["recovery"] : ["cashflow"] }),
    ]);
    expect(await getAgentConfig(person())).toMatchObject({
      enabledCapabilities: round % 2 ? ["recovery"] : ["cashflow"],
      recovery: { gracePeriodHours: round % 2 ? 24 : 72, notificationTemplate: `${round}` },
      cashflow: { minimumLiquidReserveCents: BigInt(cents) },
      commerce: { monthlySpendCapUsdCents: BigInt(cents) },
    });
  }
});

test("what does not act here is kept, and shown as not available with its reason", async () => {
  const { features } = await patch({
    enabledCapabilities: ["routing", "identity", "recovery"],
    cashflow: { autoConvertToYield: true },
  });
  expect(features).toContainEqual({
    name: "routing",
    enabled: true,
    available: false,
    reason: "routing_unavailable",
  });
  expect(
    features.filter(({ available }) => !available).map(({ name, reason }) => [name, reason]),
  ).toEqual([
    ["identity", "identity_unavailable"],
    ["routing", "routing_unavailable"],
    ["autoConvertToYield", "autoConvertToYield_unavailable"],
  ]);
  expect(features.find(({ name }) => name === "recovery")).toMatchObject({
    enabled: true,
    available: true,
    reason: null,
  });
});

test("a key changes everything but commerce", async () => {
  const limits = { commerce: { monthlySpendCapUsdCents: 1 } };
  await expect(async () => patch(limits, key())).rejects.toMatchObject({
    code: "permission_denied",
    info: { details: { reason: "session_required" } },
  });
  expect(await world.db`select from agent_configs where merchant_id = ${ada}`).toHaveLength(0);
  const { enabledCapabilities } = await patch({ enabledCapabilities: ["recovery"] }, key());
  expect(enabledCapabilities).toEqual(["recovery"]);
});

test("a key may keep commerce and take it off, and does not put it back", async () => {
  await patch({ enabledCapabilities: ["commerce"] });
  const kept = await patch({ enabledCapabilities: ["recovery", "commerce"] }, key());
  expect(kept.enabledCapabilities).toEqual(["recovery", "commerce"]);
  await patch({ enabledCapabilities: ["recovery"] }, key());
  await expect(
    patch({ enabledCapabilities: ["recovery", "commerce"] }, key()),
  ).rejects.toMatchObject({
    code: "permission_denied",
    info: { param: "enabledCapabilities", details: { reason: "session_required" } },
  });
  expect((await getAgentConfig(person())).enabledCapabilities).toEqual(["recovery"]);
});

test("a key that writes while commerce is taken off does not keep it", async () => {
  for (let round = 0; round < 10; round += 1) {
    await patch({ enabledCapabilities: ["commerce"] });
    await Promise.allSettled([
      patch({ enabledCapabilities: [] }),
      patch({ enabledCapabilities: ["cashflow", "commerce"] }, key()),
    ]);
    // Of the two orders, only the key first leaves no trace of it.
    expect((await getAgentConfig(person())).enabledCapabilities).toEqual([]);
  }
});

test("a change of commerce needs a step-up, and nothing else does", () => {
  const rule = declaration.stepUp;
  if (typeof rule !== "object") throw new Error("it depends on the body");
  const asks = (body: object) =>
    (rule.when as (input: object, caller: object) => boolean)(body, {});
  expect(asks({ commerce: { monthlySpendCapUsdCents: null } })).toBe(true);
  expect(asks({ enabledCapabilities: ["recovery", "commerce"] })).toBe(true);
  expect(asks({ enabledCapabilities: ["recovery"] })).toBe(false);
  expect(asks({ recovery: { notificationTemplate: null }, cashflow: {} })).toBe(false);
});

test("bad bodies are refused, each at its field", () => {
  const mixed = "0x52908400098527886E0F7030069857D2E4169Ee7";
  const upper = `0x${"AB".repeat(20)}`;
  const commerce = (values: object) => ({ commerce: { monthlySpendCapUsdCents: 1, ...values } });
  const recovery = (values: object) => ({ recovery: { notificationTemplate: null, ...values } });
  expect(faultsOf({ recovery: { strategy: "once" } })).toEqual(["recovery.notificationTemplate"]);
  expect(faultsOf({ commerce: { approvedVendors: [] } })).toEqual([
    "commerce.monthlySpendCapUsdCents",
  ]);
  expect(faultsOf(recovery({ gracePeriodHours: 36 }))).toEqual(["recovery.gracePeriodHours"]);
  expect(faultsOf(recovery({ strategy: "thrice" }))).toEqual(["recovery.strategy"]);
  for (const text of ["Hi {{name}}", "Hi {{plan_name", "{{constructor}}", "x".repeat(2_001)])
    expect(faultsOf(recovery({ notificationTemplate: text }))).toEqual([
      "recovery.notificationTemplate",
    ]);
  for (const cents of [-1, 2 ** 53, 1.5, "1"])
    expect(faultsOf({ cashflow: { minimumLiquidReserveCents: cents } })).toEqual([
      "cashflow.minimumLiquidReserveCents",
    ]);
  expect(faultsOf({ cashflow: { minimumLiquidReserveCents: 2 ** 53 - 1 } })).toEqual([]);
  expect(faultsOf(commerce({ approvedVendors: [vendor, mixed] }))).toEqual([
    "commerce.approvedVendors.1",
  ]);
  expect(faultsOf(commerce({ approvedVendors: [vendor, upper] }))).toEqual([
    "commerce.approvedVendors.1",
  ]);
  expect(faultsOf(commerce({ approvedVendors: [upper] }))).toEqual([]);
  expect(faultsOf({ enabledCapabilities: ["recovery", "recovery"] })).toEqual([
    "enabledCapabilities",
  ]);
  expect(faultsOf({ recovery: null })).toEqual(["recovery"]);
});

test("the largest whole number of cents is kept exactly", async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const { commerce } = await patch({ commerce: { monthlySpendCapUsdCents: most } });
  expect(commerce.monthlySpendCapUsdCents).toBe(BigInt(most));
});

test("renewals follow the settings only while recovery is enabled", async () => {
  const owner = { merchantId: ada, mode: "test" } as const;
  const usual = { graceHours: 48, strategy: "twice", byAgent: false, notificationTemplate: null };
  await patch({
    recovery: { gracePeriodHours: 24, strategy: "once", notificationTemplate: "{{reason}}" },
  });
  expect(await readRecoverySettings(world.db, owner)).toEqual(usual);
  await patch({ enabledCapabilities: ["recovery"] });
  expect(await readRecoverySettings(world.db, owner)).toEqual({
    graceHours: 24,
    strategy: "once",
    byAgent: true,
    notificationTemplate: "{{reason}}",
  });
  expect(await readRecoverySettings(world.db, { ...owner, mode: "live" })).toEqual(usual);
  await patch({ enabledCapabilities: [] });
  expect(await readRecoverySettings(world.db, owner)).toEqual(usual);
});

test("a change leaves an entry in the audit log with the groups that it names", async () => {
  await patch({ recovery: { notificationTemplate: "Hello" } });
  const rows = await world.db`
    select action, actor_name, before, after from audit_log where merchant_id = ${ada}`;
  expect(rows).toEqual([
    {
      action: "agent_config.update",
      actorName: "usr_1",
      before: { recovery: { graceHours: 48, strategy: "twice", notificationTemplate: null } },
      after: { recovery: { graceHours: 48, strategy: "twice", notificationTemplate: "Hello" } },
    },
  ]);
});
