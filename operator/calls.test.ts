import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operatorCallData } from "@/lib/adapters/chain/calls/registry-calls";
import { gasBalance } from "@/lib/adapters/chain/reads/transactions";
import { checksumAddress } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { OperatorCallRow } from "@/lib/domain/wallets/operator-calls/wanted-call";
import { operate } from "@/testing/operator";
import { addMerchantApart, finishCalls, recordOf } from "@/testing/operator-calls";
import type { TestMerchant } from "@/testing/register-merchant";
import { makeFinal, openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
}, 120_000);
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await addMerchantApart(world);
});

const run = (...args: string[]) => operate(world.systemContext(), ...args);
const apply = ["--apply", "--reason", "drill"];
const finish = () => finishCalls(world, world.systemContext());
const record = () => recordOf(world.deployment(), merchant);
type CallLine = Pick<OperatorCallRow, "id" | "kind" | "state">;
const rows = () => world.db<CallLine[]>`select * from operator_calls order by number`;

test("set-fee says what is, what is wanted and what it costs, and changes nothing without --apply", async () => {
  const args = ["set-fee", merchant.id, "--mode", "test", "--fee-bps", "250"];
  const before = (await rows()).length;
  const dry = await run(...args);
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.out).toContain("The fee is 100 hundredths of a percent.");
  expect(dry.out).toContain("Wanted: 250 hundredths of a percent.");
  const data = operatorCallData.setFee(merchant.chainMerchantId.test, 250);
  expect(dry.out).toContain(data);
  expect(dry.out).toMatch(/costs 0\.\d+ for 300000 gas at the most/);
  expect(dry.out).toContain("Dry run");
  expect(await rows()).toHaveLength(before);

  const done = await run(...args, ...apply);
  expect(done.out).toMatch(/opc_\w{24} is signed: the app follows it/);
  expect((await run("calls")).out).toMatch(/opc_\w+ .*set_fee .*signed/);
  await finish();
  expect(await record()).toMatchObject({ feeBps: 100, nextFee: { feeBps: 250 } });
  expect((await run("calls")).out).toBe("There are no calls.");
  expect((await run("calls", "--all", "yes", "--merchant", merchant.id)).out).toMatch(
    /set_fee .*done/,
  );
  const again = await run(...args, ...apply);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Already in effect") });
  expect(await rows()).toHaveLength(before + 1);
});

test("set-fee acts now: it says which fall is planned in the same registry, and takes it back", async () => {
  const later = new Date(Date.now() + 20 * 86_400_000);
  const planned = async (mode: Mode) => {
    const { id: deploymentId, chainId } = world.deployment(mode);
    const place = { id: newId("operatorCall"), deploymentId, chainId, mode };
    const call = { ...place, kind: "set_fee", merchantId: merchant.id, feeBps: 70 };
    const by = { requestedBy: "merchant", notBefore: later };
    await world.db`insert into operator_calls ${world.db({ ...call, ...by })}`;
    return place.id;
  };
  const [here, there] = [await planned("test"), await planned("live")];
  await world.db`update merchants set fee_lowered_at = ${later} where id = ${merchant.id}`;
  const isPlanned = async () => {
    const [row] = await world.db<{ planned: boolean }[]>`
      select fee_lowered_at > now() as planned from merchants where id = ${merchant.id}`;
    return row?.planned;
  };
  const stateOf = async (id: string) => (await rows()).find((row) => row.id === id)?.state;
  const args = ["set-fee", merchant.id, "--fee-bps", "60", "--mode"];
  const said = `${here} is planned to make it 70 on ${later.toISOString()}`;
  expect((await run(...args, "test")).out).toContain(said);
  expect(await stateOf(here)).toBe("queued");
  const done = await run(...args, "test", ...apply);
  expect(done.out).toMatch(/opc_\w{24} is signed: the app follows it/);
  expect([await stateOf(here), await stateOf(there)]).toEqual(["refused", "queued"]);
  expect(await isPlanned()).toBe(true);
  await run(...args, "live", ...apply);
  expect(await stateOf(there)).toBe("refused");
  expect(await isPlanned()).toBe(false);
  await finish();
  expect(await record()).toMatchObject({ feeBps: 60, nextFee: null });
});

test.each(["", " ", "1e2", "301", "-1"])("a fee of %j is a wrong command line", async (fee) => {
  const before = await rows();
  const place = [merchant.id, "--mode", "test", `--fee-bps=${fee}`];
  const wallets = ["--owner", merchant.owner.address, "--payout", merchant.payout];
  expect(await run("set-fee", ...place, ...apply)).toMatchObject({
    code: 2,
    err: expect.stringContaining("feeBps"),
  });
  expect(await run("register", ...place, ...wallets, ...apply)).toMatchObject({ code: 2 });
  expect(await rows()).toEqual(before);
});

test("--print gives the call for another wallet, and nothing is written down", async () => {
  const before = await rows();
  const args = ["set-fee", merchant.id, "--mode", "test", "--fee-bps", "7", "--print"];
  const { out } = await run(...args, "--json");
  const { registry } = world.deployment().contracts;
  expect(JSON.parse(out)).toMatchObject({
    applied: false,
    finding: {
      call: {
        chainId: 31337,
        from: checksumAddress(world.chain.operator.address),
        to: checksumAddress(registry.address),
        value: "0",
        data: operatorCallData.setFee(merchant.chainMerchantId.test, 7),
      },
    },
  });
  expect((await run(...args, ...apply)).out).toContain(
    `to     ${checksumAddress(registry.address)}`,
  );
  expect(await rows()).toEqual(before);
});

test("without the operator's key a command says what to do, and queues nothing", async () => {
  const ctx = world.systemContext();
  const keyless = { ...ctx, config: { ...ctx.config, OPERATOR_PRIVATE_KEY: [] } };
  const args = ["set-fee", merchant.id, "--mode", "test", "--fee-bps", "8"];
  const before = await rows();
  const dry = await operate(keyless, ...args);
  expect(dry.out).toContain("Set OPERATOR_PRIVATE_KEY");
  expect(await operate(keyless, ...args, ...apply)).toMatchObject({
    code: 1,
    err: expect.stringContaining("--print"),
  });
  expect(await rows()).toEqual(before);
});

test("suspend leaves what is open payable until the last session ends; reactivate and close follow", async () => {
  const session = await openSession(world);
  // One that is over, and another merchant's, last longer.
  const over = await openSession(world);
  const elsewhere = {
    ...world,
    merchantContext: () => world.merchantContext({ merchantId: merchant.id }),
  };
  const others = await openSession(elsewhere);
  await world.db`
    update payment_sessions set status = 'expired', expires_at = expires_at + interval '1 day'
    where id = ${over.id}`;
  await world.db`
    update payment_sessions set expires_at = expires_at + interval '2 days' where id = ${others.id}`;
  const dry = await run("suspend", world.merchant.id, "--mode", "test");
  const dayLater = new Date((session.expiresAt?.getTime() ?? 0) + 86_400_000 + 600_000);
  expect(dry.out).toContain(`can be paid until ${dayLater.toISOString()}`);
  const place = [merchant.id, "--mode", "test"];
  const settleUntil = new Date(Date.now() + 86_400_000).toISOString();
  await run("suspend", ...place, "--settle-until", settleUntil, ...apply);
  await finish();
  expect(await record()).toMatchObject({ status: "suspended" });
  const other = await run("suspend", ...place, "--settle-until", "now", ...apply);
  expect(other.out).toContain("The call cannot be made: suspended_until_otherwise.");
  expect(other.code).toBe(1);
  await run("reactivate", ...place, ...apply);
  await finish();
  expect(await record()).toMatchObject({ status: "active" });
  await run("close", ...place, ...apply);
  await finish();
  expect(await record()).toMatchObject({ status: "closed" });
  expect((await run("reactivate", ...place)).out).toContain(
    "The call cannot be made: merchant_closed.",
  );
});

test("register admits a merchant that has a row, and nobody else", async () => {
  const id = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
  const { owner, payout } = merchant;
  const args = ["--mode", "live", "--owner", owner.address, "--payout", payout, "--fee-bps", "30"];
  expect(await run("register", "mer_nobody", ...args, ...apply)).toMatchObject({ code: 1 });
  await run("register", id, ...args, ...apply);
  await finish();
  expect(
    await world.db`select mode, fee_bps from merchant_registrations where merchant_id = ${id}`,
  ).toEqual([{ mode: "live", feeBps: 30 }]);
});

test("sweep says which fees wait, gives its call, and sends them to the treasury", async () => {
  await payDirectly(world, await fundPayer(world), { amount: 3_000_000n });
  await makeFinal(world);
  const { out } = await run("sweep", "--mode", "test", "--print");
  expect(out).toContain("0.03 accrued, 0.00 swept, 0.03 wait");
  expect(out).toContain(`wait for ${checksumAddress(world.deployment().treasury)}`);
  expect(out).toContain(`from   ${world.chain.operator.address}`);
  const had = await world.balanceOf(world.deployment().treasury);
  expect(await run("sweep", "--mode", "test", ...apply)).toMatchObject({ code: 0 });
  await finish();
  expect(await world.balanceOf(world.deployment().treasury)).toBe(had + 29_999n);
});

test("sweep-wallet sends a retired wallet's coins", async () => {
  const deployment = world.deployment();
  const wallet = world.chain.relayers[1]?.address ?? "";
  const to = `0x${"7c".repeat(20)}` as const;
  const args = ["sweep-wallet", wallet, "--chain", "31337", "--to", to];
  expect((await run(...args)).out).toContain("The call cannot be made: wallet_in_service.");
  await run("retire-wallet", wallet, "--chain", "31337", ...apply);
  const ctx = world.systemContext();
  const keyless = { ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS: [] } };
  expect((await operate(keyless, ...args)).out).toContain("Set RELAYER_PRIVATE_KEYS");
  expect(await operate(keyless, ...args, ...apply)).toMatchObject({
    code: 1,
    err: expect.stringContaining("Set RELAYER_PRIVATE_KEYS"),
  });
  await run(...args, ...apply);
  await finish();
  expect(await gasBalance(deployment.chain.rpc, to)).toBeGreaterThan(9_000n * 10n ** 18n);
});

test("withdraw-call takes back what is queued, and says so of what is not", async () => {
  const { address } = world.chain.operator;
  await world.chain.request("anvil_setBalance", [address, "0x1"]);
  await run("set-fee", merchant.id, "--mode", "test", "--fee-bps", "9", ...apply);
  const { result } = JSON.parse((await run("calls", "--json")).out);
  const id = result.calls[0].id;
  expect((await run("withdraw-call", id)).out).toContain(`${id} (set_fee) is queued.`);
  expect((await run("withdraw-call", id, ...apply)).out).toContain("The call is withdrawn.");
  expect(await run("withdraw-call", id, ...apply)).toMatchObject({
    code: 0,
    out: `${id} (set_fee) is refused.`,
  });
  const [entry] = await world.db`
    select * from audit_log where action = 'operator_call.withdraw' and subject_id = ${id}`;
  expect(entry).toMatchObject({ reason: "drill", before: { state: "queued" } });
  expect((await record()).feeBps).toBe(100);
  await world.chain.request("anvil_setBalance", [address, "0x21e19e0c9bab2400000"]);
});

test("a mode with several sets of contracts asks which is meant", async () => {
  const ctx = world.systemContext();
  const [first] = ctx.chains.deployments;
  if (!first) throw new Error("there is a deployment");
  const registry = { ...first.contracts.registry, address: `0x${"ab".repeat(20)}` as const };
  const twin = { ...first, id: "dep_twin", contracts: { ...first.contracts, registry } };
  const chains = { ...ctx.chains, deployments: [...ctx.chains.deployments, twin] };
  const args = ["set-fee", merchant.id, "--mode", "test", "--fee-bps", "9"];
  const several = await operate({ ...ctx, chains }, ...args);
  expect(several).toMatchObject({ code: 1, err: expect.stringContaining("--registry") });
  const named = ["--registry", first.contracts.registry.address];
  expect(await operate({ ...ctx, chains }, ...args, ...named)).toMatchObject({ code: 0 });
  expect((await run(...args, "--chain", "1")).err).toContain("No such deployment");
});
