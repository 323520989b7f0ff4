import { type EncodeFunctionDataParameters, encodeFunctionData, type Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { encodeSetKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import type { FeeContract } from "@/lib/core/chain/contract-kinds";
import { type Address, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import { paymentRequest } from "@/lib/domain/payments/intake/payment-request";
import { decodeEvents } from "@/lib/indexer/decode";
import { rulesOf } from "@/lib/indexer/event-rules";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import { contractsOn, sourceOf } from "@/lib/indexer/source";
import type { ChainAccount } from "@/testing/chain";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { signOnce } from "@/testing/one-signature";
import { operate } from "@/testing/operator";
import { finishCalls } from "@/testing/operator-calls";
import { type ProbedWorld, probe } from "@/testing/probed";
import {
  administer,
  chainTime,
  drain,
  index,
  makeFinal,
  newPayer,
  newPayers,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";
import { readFees } from "./read-fees";
import { readRoles } from "./read-roles";

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Somebody who is to have the treasury next. */
const heirs = [1, 2].map((number): ChainAccount => {
  const privateKey: Hex = `0x${String(number).repeat(64)}`;
  return { privateKey, address: privateKeyToAddress(privateKey) };
});

let world: World;
let probed: ProbedWorld;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  probed = probe(world);
  for (const { address } of [world.chain.treasury, world.chain.deployer, ...heirs]) {
    await world.chain.request("anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  }
  await makeFinal(world);
}, 60_000);
afterAll(async () => {
  await probed?.end();
  await world?.stop();
});

const feesOf = (contract: FeeContract) =>
  readFees(world.db, world.deployment(), { contract, token: world.deployment().usdc });
const fees = () => feesOf("processor");
const processor = () => addressOf(world.deployment(), "processor");
const held = () => world.balanceOf(processor());
const run = (...args: string[]) => operate(world.systemContext(), ...args);
const where = () => ["--mode", "test", "--registry", addressOf(world.deployment(), "registry")];

type Call = EncodeFunctionDataParameters<typeof merchantRegistryAbi>;
/** A call of the registry by one of its roles. */
const call = (from: ChainAccount, request: Omit<Call, "abi">) =>
  world.send(from, {
    to: addressOf(world.deployment(), "registry"),
    data: encodeFunctionData({ abi: merchantRegistryAbi, ...request } as Call),
  });
const sweep = () =>
  world.send(world.chain.operator, {
    to: processor(),
    data: encodeFunctionData({
      abi: paymentProcessorAbi,
      functionName: "sweepFees",
      args: [addressOf(world.deployment(), "registry"), world.deployment().usdc],
    }),
  });
/** Until the newest block, which is remembered for half a second, says so. */
async function passTime(seconds: number): Promise<void> {
  await world.chain.passTime(seconds);
  const time = await chainTime(world);
  for (const chain of world.chains.all) {
    await expect
      .poll(async () => (await latestBlock(chain)).timestamp, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(time);
  }
}

const asRegistry = (from: ChainAccount, functionName: "acceptOperator") =>
  world.send(from, {
    to: addressOf(world.deployment(), "registry"),
    data: encodeFunctionData({ abi: merchantRegistryAbi, functionName }),
  });

async function roles() {
  const all = await readRoles(world.db);
  return all.find(({ deploymentId }) => deploymentId === world.deployment().id);
}

/** Sends what is queued, mines it and makes it final. */
async function settle(): Promise<void> {
  await hurry(world);
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext());
}

/** Lets payers pay through the relay, half of them with one signature and half with two. */
async function accept(count: number, change: { validBefore?: bigint } = {}) {
  const payers = await newPayers(world, count);
  return Promise.all(
    payers.map(async (payer, at) => {
      const sign = at % 2 === 0 ? signOnce : signRequest;
      return submit(world.merchantContext(), await sign(world, payer, null, change));
    }),
  );
}

async function pay(count: number): Promise<void> {
  await accept(count);
  await settle();
}

/** The transaction that `sweep --print` gives, from its data. */
async function printed() {
  const { code, out } = await run("sweep", ...where(), "--print", "--json");
  expect(code).toBe(0);
  return JSON.parse(out).finding.call as { from: Address; to: Address; data: Hex; value: string };
}

test("what is fees comes from events: what was swept is subtracted, and what lies there besides is none", async () => {
  await pay(2);
  expect(await fees()).toMatchObject({
    accrued: 100_000n,
    swept: 0n,
    waiting: 100_000n,
    counted: 100_000n,
  });
  await world.mint(processor(), 7_000_000n);
  // Fees that are not final can go back.
  const [view] = await accept(1);
  await drain(world.systemContext(), 2);
  await world.chain.mine();
  await index(world);
  expect(await fees()).toMatchObject({ accrued: 150_000n, waiting: 100_000n, counted: 150_000n });
  await settle();
  expect((await submissionRow(world, view ?? { id: "" })).state).toBe("confirmed");

  const shown = await run("sweep", ...where());
  expect(shown.out).toContain("0.15 accrued, 0.00 swept, 0.15 wait");
  const overview = await run("treasury", ...where());
  expect(overview.out).toMatch(/USDC +0\.15 +0\.15 +0\.00 +0\.15 +0\.15/);

  const { to, data, value } = await printed();
  const { treasury, operator } = world.chain;
  expect(value).toBe("0");
  await world.send(operator, { to, data });
  await makeFinal(world);
  expect(await world.balanceOf(lowerHex(treasury.address))).toBe(149_999n);
  expect(await fees()).toMatchObject({ swept: 149_999n, waiting: 1n, counted: 1n });
  expect((await run("sweep", ...where())).out).toContain("Already in effect");
  // What was sent there by mistake stays there.
  expect(await held()).toBe(7_000_001n);
});

test("a sweep leaves one unit, and one unit is not swept", async () => {
  await pay(2);
  const { data } = await printed();
  await world.send(world.chain.treasury, { to: processor(), data });
  await makeFinal(world);
  expect(await fees()).toMatchObject({ waiting: 1n, counted: 1n });
  expect(await held()).toBe(7_000_001n);
  expect((await run("sweep", ...where())).out).toContain("Already in effect");
});

test("the fee of a payment to a merchant that is not registered here is a fee, and no stray", async () => {
  const before = await fees();
  const { id } = world.deployment();
  const { chainMerchantId } = world.merchant;
  await world.db`
    update merchant_registrations set chain_merchant_id = 999
    where deployment_id = ${id} and merchant_id = ${world.merchant.id}`;
  const payer = await newPayer(world);
  const { payment } = paymentRequest(
    world.merchantContext().actor,
    await signOnce(world, payer, null, { amount: 3_000_000n }),
  );
  await world.send(world.chain.operator, {
    to: processor(),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  await makeFinal(world);
  await world.db`
    update merchant_registrations set chain_merchant_id = ${String(chainMerchantId.test)}
    where deployment_id = ${id} and merchant_id = ${world.merchant.id}`;
  expect(await world.db`select from transactions where payment_id = ${payment.nonce}`).toEqual([]);
  expect(await fees()).toMatchObject({ accrued: before.accrued + 30_000n });
});

test("what was swept goes back with its block, below finality too, and is read again", async () => {
  await pay(2);
  const before = await fees();
  const signed = await signOnce(world, await newPayer(world), null, { amount: 1_000_000n });
  const { payment } = paymentRequest(world.merchantContext().actor, signed);
  await world.send(world.chain.operator, {
    to: processor(),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  await sweep();
  await index(world);
  expect(await fees()).toMatchObject({ accrued: before.accrued + 10_000n, counted: 1n });
  await world.chain.reorg(2);
  await makeFinal(world);
  const { accrued, swept } = before;
  expect(await fees()).toMatchObject({ accrued, swept });

  const height = Number(await world.chain.request<string>("eth_blockNumber", []));
  const { counted } = await fees();
  await sweep();
  await makeFinal(world);
  expect(await fees()).toMatchObject({ swept: before.swept + counted - 1n });
  const head = Number(await world.chain.request<string>("eth_blockNumber", []));
  await world.chain.reorg(head - height);
  const ctx = { ...world.systemContext(), actor: { kind: "system" } } as const;
  await applyRebuild(ctx, await planRebuild(ctx, { chainId: world.chain.chainId }));
  await index(world);
  expect(await fees()).toMatchObject({ swept: before.swept });
});

test("sweeps of one transaction are told apart", async () => {
  const contract = contractsOn(world.chains, world.deployment().chain).find(
    ({ address }) => address === processor(),
  );
  if (!contract) throw new Error("the processor is read");
  const rule = rulesOf(contract).find(({ name }) => name === "FeesSwept");
  const word = (value: Hex) => `0x${value.slice(2).padStart(64, "0")}` as const;
  const block = await readBlock(world.deployment().chain.rpc, 1n);
  if (!(rule && block)) throw new Error("there are both");
  const log = {
    blockNumber: block.number,
    blockHash: block.hash,
    txHash: block.hash,
    address: contract.address,
    topics: [
      rule.topic,
      word(addressOf(world.deployment(), "registry")),
      word(world.deployment().usdc),
      word(world.chain.treasury.address),
    ],
    data: word("0x01"),
  };
  const logs = [0, 1].map((logIndex) => ({ ...log, logIndex }));
  const events = decodeEvents(sourceOf(world.deployment().chain, [contract]), block, logs);
  expect(new Set(events.map(({ domainKey }) => domainKey)).size).toBe(2);
  const bad = { ...log, logIndex: 2, data: "0x01" as const };
  const source = sourceOf(world.deployment().chain, [contract]);
  expect(() => decodeEvents(source, block, [bad])).toThrow("is another");
});

test("without an operator's key sweep says so, and changes nothing", async () => {
  await pay(2);
  const ctx = world.systemContext();
  const keyless = { ...ctx, config: { ...ctx.config, OPERATOR_PRIVATE_KEY: [] } };
  const applied = await operate(keyless, "sweep", ...where(), "--apply", "--reason", "a test");
  expect(applied).toMatchObject({ code: 1 });
  expect(applied.err).toContain("is not configured");
  expect(await world.db`select from operator_calls`).toEqual([]);
});

test("a raise that is announced while payments are in flight leaves them at the fee that they were signed under", async () => {
  const lasting = { validBefore: (await chainTime(world)) + BigInt(DAY - HOUR) };
  const inFlight = await accept(4, lasting);
  const since = await chainTime(world);
  const { id } = world.merchant;
  const raised = await run(
    "set-fee",
    id,
    ...where(),
    "--fee-bps",
    "250",
    "--apply",
    "--reason",
    "r",
  );
  expect(raised.err).toBe("");
  await finishAnnouncement();
  expect(
    await Promise.all(inFlight.map(async (view) => (await submissionRow(world, view)).state)),
  ).toEqual(Array(4).fill("queued"));
  const shown = await run("merchant", id);
  const from = new Date(Number(await raiseTime()) * 1000).toISOString();
  expect(shown.out).toMatch(new RegExp(`announced fee +250 from ${from} +250 from ${from}`));
  expect(shown.out).toContain("Rows and registry agree.");

  // In the last hour in which they can be executed.
  await passTime(DAY - 2 * HOUR);
  const rest = await accept(2, { validBefore: (await chainTime(world)) + BigInt(HOUR) });
  await settle();
  await settle();
  for (const view of [...inFlight, ...rest]) {
    const { state, transactionId } = await submissionRow(world, view);
    expect(state).toBe("confirmed");
    const [booked] = await world.db`
      select fee_bps, fee, net_amount from transactions where id = ${transactionId}`;
    expect(booked).toEqual({ feeBps: 100, fee: 50_000n, netAmount: 4_950_000n });
  }
  await passTime(2 * HOUR + 60);
  expect(await chainTime(world)).toBeGreaterThan(since + BigInt(DAY));
  const late = await accept(2);
  await settle();
  for (const view of late) {
    const { transactionId } = await submissionRow(world, view);
    const [booked] =
      await world.db`select fee_bps, fee from transactions where id = ${transactionId}`;
    expect(booked).toEqual({ feeBps: 250, fee: 125_000n });
  }
  const after = (await run("merchant", id)).out;
  expect(after).not.toContain("announced fee");
  expect(after).not.toContain("differ in");
  expect(await databaseLedger(world.db)).toEqual(await ofKnown());

  async function raiseTime(): Promise<bigint> {
    const [row] = await world.db<{ at: Date }[]>`
      select next_fee_at as at from merchant_registrations
      where merchant_id = ${id} and deployment_id = ${world.deployment().id}`;
    return BigInt((row?.at.getTime() ?? 0) / 1000);
  }
});

/** Makes the operator's call final while payments wait to be sent. */
async function finishAnnouncement(): Promise<void> {
  await world.db`
    update relay_submissions set next_check_at = now() + interval '1 hour' where state = 'queued'`;
  await drain(world.systemContext(), 2);
  await makeFinal(world);
  await drain(world.systemContext());
  await makeFinal(world);
}

/** What of the chain is of merchants that are registered here. */
async function ofKnown() {
  const ids = new Set((await databaseLedger(world.db)).map(({ paymentId }) => paymentId));
  return (await chainLedger(world)).filter(({ paymentId }) => ids.has(paymentId));
}

test("while the treasury is blocklisted payments go on, and after the admin's notice the fees are swept by another", async () => {
  const { treasury, deployer: admin } = world.chain;
  const [heir] = heirs;
  if (!heir) throw new Error("there is one");
  await administer(world, "blacklist", lowerHex(treasury.address));
  const [before, total] = [await fees(), await held()];
  const views = await accept(4);
  await settle();
  for (const view of views) expect((await submissionRow(world, view)).state).toBe("confirmed");
  const due = (await fees()).waiting;
  expect(due).toBe(before.waiting + 500_000n);
  expect(await held()).toBe(total + 500_000n);
  const { out } = await run("sweep", ...where());
  expect(out).toContain("The contract would refuse it now");

  await call(admin, { functionName: "announceTreasury", args: [heir.address] });
  const announced = Number(await chainTime(world)) * 1000;
  await index(world);
  const acceptableAt = new Date(announced + 7 * DAY * 1000);
  const look = async () => (await probed.look()).checks.treasury;
  expect(await look()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining(
      `${lowerHex(heir.address)} may take over from ${acceptableAt.toISOString()}`,
    ),
  });
  const shown = (await run("treasury", ...where())).out;
  expect(shown).toContain(`The treasury is ${treasury.address}.`);
  expect(shown).toContain(
    `announced ${heir.address} as treasury at ${new Date(announced).toISOString()}: it may take over from ${acceptableAt.toISOString()}`,
  );

  await passTime(7 * DAY);
  await call(heir, { functionName: "acceptAnnouncedTreasury", args: [] });
  await makeFinal(world);
  expect(await look()).toMatchObject({ status: "ok" });
  expect((await run("treasury", ...where())).out).not.toContain("announced");
  const { to, data } = await printed();
  const had = await world.balanceOf(lowerHex(heir.address));
  // Whose call it is makes no difference.
  await world.send(admin, { to, data });
  await makeFinal(world);
  expect((await world.balanceOf(lowerHex(heir.address))) - had).toBe(due - 1n);
  expect(await fees()).toMatchObject({ waiting: 1n });
  await pay(2);
});

test("an offer of the treasury, a veto and a new operator are shown until they are over", async () => {
  const [holder, next] = heirs;
  if (!holder || !next) throw new Error("there are two");
  const { deployer: admin } = world.chain;
  await call(holder, { functionName: "transferTreasury", args: [next.address] });
  await call(admin, { functionName: "announceTreasury", args: [next.address] });
  await index(world);
  const account = lowerHex(next.address);
  expect(await roles()).toMatchObject({
    treasury: { account: lowerHex(holder.address) },
    offeredTreasury: { account },
    announcedTreasury: { account },
  });
  expect((await run("treasury", ...where())).out).toContain(
    `offers its role to ${next.address} since`,
  );
  await call(holder, { functionName: "vetoTreasury", args: [] });
  await call(holder, { functionName: "transferTreasury", args: [zeroAddress] });
  await index(world);
  expect(await roles()).toMatchObject({ offeredTreasury: null, announcedTreasury: null });
  await call(holder, { functionName: "transferTreasury", args: [next.address] });
  await call(next, { functionName: "acceptTreasury", args: [] });
  await index(world);
  expect(await roles()).toMatchObject({ treasury: { account }, offeredTreasury: null });
});

test("the operator's wallet makes the sweep, and the treasury has it", async () => {
  await pay(2);
  const had = await world.balanceOf(lowerHex(heirs[1]?.address ?? zeroAddress));
  const { waiting, swept } = await fees();
  expect(await run("sweep", ...where(), "--apply", "--reason", "a test")).toMatchObject({
    code: 0,
  });
  await finishCalls(world, world.systemContext());
  expect(await world.db`select state, kind from operator_calls where kind = 'sweep_fees'`).toEqual([
    { state: "done", kind: "sweep_fees" },
  ]);
  await makeFinal(world);
  expect(await fees()).toMatchObject({ swept: swept + waiting - 1n, waiting: 1n });
  expect(await world.balanceOf(lowerHex(heirs[1]?.address ?? zeroAddress))).toBe(
    had + waiting - 1n,
  );
});

test("an announced operator is warned of until it has the role or is vetoed, and its keepers are replaced", async () => {
  const [next, last] = heirs;
  if (!next || !last) throw new Error("there are two");
  const { deployer: admin, operator } = world.chain;
  const look = async () => (await probed.look()).checks.treasury;
  const callBy = async (from: ChainAccount, name: string, ...args: string[]) => {
    const { code, out } = await run(name, ...args, ...where(), "--json");
    expect(code).toBe(0);
    const { call: made } = JSON.parse(out).result as {
      call: { from: Address; to: Address; data: Hex };
    };
    expect(lowerHex(made.from)).toBe(lowerHex(from.address));
    await world.send(from, { to: made.to, data: made.data });
    await index(world);
  };
  await callBy(admin, "announce-operator", next.address);
  expect(await look()).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(/another operator is announced .* may take over from/),
  });
  expect((await run("treasury", ...where())).out).toContain(
    `announced ${next.address} as operator`,
  );
  expect((await run("operator-role", ...where())).out).toContain(`announced ${next.address}`);
  expect((await run("accept-operator", ...where())).out).toContain(
    "refuse it now: notice_not_over",
  );
  await callBy(operator, "veto-operator");
  expect(await look()).toMatchObject({ status: "ok" });
  expect((await run("veto-operator", ...where())).out).toContain(
    "refuse it now: nothing_announced",
  );
  expect((await run("operator-role", ...where())).out).toContain("used its veto of this term");

  await callBy(admin, "announce-operator", next.address);
  await callBy(operator, "offer-operator", last.address);
  expect(await roles()).toMatchObject({ offeredOperator: { account: lowerHex(last.address) } });
  await asRegistry(last, "acceptOperator");
  await index(world);
  // The old operator's own hand-over to another account ends no announcement.
  expect(await roles()).toMatchObject({
    operator: { account: lowerHex(last.address) },
    announcedOperator: { account: lowerHex(next.address) },
  });
  await passTime(7 * DAY);
  await callBy(next, "accept-operator");
  expect(await roles()).toMatchObject({
    operator: { account: lowerHex(next.address) },
    announcedOperator: null,
  });
  expect(await look()).toMatchObject({ status: "ok" });

  // A keeper that the role's holder of before made: the contract's events name it.
  const keeper = lowerHex(last.address);
  const to = addressOf(world.deployment(), "registry");
  await world.send(next, { to, data: encodeSetKeeper(keeper, true) });
  const [relayer] = world.chain.relayers;
  await world.send(next, {
    to,
    data: encodeSetKeeper(lowerHex(relayer?.address ?? zeroAddress), false),
  });
  await makeFinal(world);
  expect(
    await world.db`select account, is_allowed from platform_changes
      where event = 'KeeperSet' order by block_number desc, log_index desc limit 2`,
  ).toEqual([
    { account: lowerHex(relayer?.address ?? zeroAddress), isAllowed: false },
    { account: keeper, isAllowed: true },
  ]);
  const ctx = world.systemContext();
  const env = { ...ctx, config: { ...ctx.config, OPERATOR_PRIVATE_KEY: [next.privateKey] } };
  // The database counts the nonces of operators' wallets, too: that makes none of them a relay wallet.
  const row = { chainId: world.deployment().chainId, address: keeper, nextNonce: 0n };
  await world.db`insert into relay_wallets ${world.db(row)} on conflict do nothing`;
  const { out } = await operate(env, "replace-keepers", ...where());
  expect(out).toMatch(new RegExp(`${last.address} +revoke`));
  expect(out).toMatch(/allow/);
  const done = await operate(env, "replace-keepers", ...where(), "--apply", "--reason", "drill");
  expect(done.out).toContain(`${world.chain.relayers.length + 1} calls are queued`);
  await finishCalls(world, env);
  expect((await operate(env, "replace-keepers", ...where())).out).toContain(
    "The keepers are the relay's wallets.",
  );
  // Where the relay's keys are not set, its wallets are known by the database.
  const keyless = { ...env, config: { ...env.config, RELAYER_PRIVATE_KEYS: [] } };
  const unkeyed = (await operate(keyless, "replace-keepers", ...where())).out;
  expect(unkeyed).toContain("The keepers are the relay's wallets.");
  expect(unkeyed).toMatch(new RegExp(`${relayer?.address} +keep`));
  expect(unkeyed).not.toContain("revoke ");
  // One that is retired keeps no right, though its key is still configured.
  const gone = lowerHex(relayer?.address ?? zeroAddress);
  await world.db`update relay_wallets set retired_at = now() where address = ${gone}`;
  expect((await operate(env, "replace-keepers", ...where())).out).toMatch(
    new RegExp(`${relayer?.address} +revoke`),
  );
  expect((await operate(keyless, "replace-keepers", ...where())).out).toMatch(
    new RegExp(`${relayer?.address} +revoke`),
  );
});
