import { afterAll, beforeAll, expect, test } from "vitest";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { deadNode } from "@/testing/api/with-node";
import { finishCalls } from "@/testing/operator-calls";
import { index } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { setKeeper, sweepFees } from "./call-contracts";
import { listContracts } from "./list-contracts";

let world: World;
let ada: Context<AdminActor>;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await index(world);
  ada = await addAdminContext({ db: world.db, system: world.systemContext() });
}, 120_000);
afterAll(() => world?.stop());

const account: Address = checksumAddress(`0x${"ab".repeat(20)}`);
const reason = "A further wallet";
const keeper = (rest: { allowed: boolean; dryRun: boolean }, ctx = ada) =>
  setKeeper(ctx, { deploymentId: world.deployment().id, account, reason, ...rest });
const calls = () => world.db<{ id: string; requestedBy: string; reason: string | null }[]>`
  select id, requested_by, reason from operator_calls`;
const audit = async () => {
  const rows = await world.db<{ action: string; reason: string | null }[]>`
    select action, reason from audit_log where actor_name = ${ada.actor.adminId}`;
  return rows.map((row) => `${row.action}: ${row.reason}`);
};
const listed = async () => {
  const { contracts } = await listContracts(ada);
  const found = contracts.find(({ deploymentId }) => deploymentId === world.deployment().id);
  return found?.keepers.find((one) => one.account.toLowerCase() === account.toLowerCase());
};

test("an account may charge once its call is final; a dry run queues none, a repetition neither", async () => {
  const dry = await keeper({ allowed: true, dryRun: true });
  expect(dry).toMatchObject({ applied: false, possible: true, callId: null });
  expect([await calls(), await audit(), await listed()]).toEqual([[], [], undefined]);
  const done = await keeper({ allowed: true, dryRun: false });
  expect(done).toMatchObject({ applied: true, callId: expect.stringMatching(/^opc_/) });
  expect(await calls()).toEqual([{ id: done.callId, requestedBy: ada.actor.adminId, reason }]);
  expect(await audit()).toEqual([`operator_call.set_keeper: ${reason}`]);
  await finishCalls(world, world.systemContext());
  expect(await listed()).toMatchObject({ allowed: true, relayer: false });
  const again = await keeper({ allowed: true, dryRun: false });
  expect(again).toMatchObject({ applied: false, possible: false, callId: null });
  expect(await calls()).toHaveLength(1);
});

const pot = { contract: "processor", currency: "USDC" } as const;

test("fees are swept by the operator's key, and not without it, which a dry run says", async () => {
  const sweep = (dryRun: boolean, ctx = ada) =>
    sweepFees(ctx, { ...pot, deploymentId: world.deployment().id, reason, dryRun });
  expect(await sweep(false)).toMatchObject({
    ...{ applied: false, possible: false, callId: null },
    consequence: "It is so already. Nothing would be done.",
  });
  await payDirectly(world, await fundPayer(world), { amount: 1_000_000n });
  await world.chain.mine(4);
  await index(world);
  const keyless = { ...ada, config: { ...ada.config, OPERATOR_PRIVATE_KEY: [] } };
  const dry = await sweep(true, keyless);
  expect(dry).toMatchObject({ possible: false, now: expect.stringContaining("0.01 wait for 0x") });
  expect(dry.consequence).toMatch(/^The signer’s key is not configured here\./);
  const before = await calls();
  await expect(sweep(false, keyless)).rejects.toMatchObject({
    info: { details: { reason: "call_not_possible" } },
  });
  expect(await calls()).toEqual(before);
  expect(await sweep(false)).toMatchObject({ applied: true });
  await finishCalls(world, world.systemContext());
  expect(await sweep(true)).toMatchObject({ possible: false });
});

test("while the chain does not answer nothing is queued, and the lists have what is known", async () => {
  const away = withChain(ada, () => ({ rpc: deadNode }));
  expect(await keeper({ allowed: false, dryRun: true }, away)).toMatchObject({
    ...{ applied: false, possible: false, now: null },
  });
  const before = await calls();
  await expect(keeper({ allowed: false, dryRun: false }, away)).rejects.toMatchObject({
    ...{ code: "api_error", info: { details: { reason: "chain_unavailable" } } },
  });
  expect(await calls()).toEqual(before);
  const { contracts } = await listContracts(away);
  expect(contracts[0]?.keepers.every(({ allowed }) => allowed === null)).toBe(true);
});

test("an unknown deployment is not found", async () => {
  const unknown = { deploymentId: "dep_unknown", reason, dryRun: true };
  await expect(setKeeper(ada, { ...unknown, account, allowed: true })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(sweepFees(ada, { ...unknown, ...pot })).rejects.toMatchObject({
    code: "not_found",
  });
});
