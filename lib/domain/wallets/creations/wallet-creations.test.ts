import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, type Hex, hashMessage, numberToHex, size } from "viem";
import { sign as signHash } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { encodePaySigned } from "@/lib/adapters/chain/calls/payment-calls";
import {
  CREATION_GAS,
  unwrapSignature,
  wrapSignature,
} from "@/lib/adapters/chain/calls/wallet-creation";
import { addressOf } from "@/lib/adapters/chain/chains";
import { DEPLOYMENT_PROXY } from "@/lib/adapters/chain/core-addresses";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { readWalletCreations } from "@/lib/domain/operations/stored-relay";
import {
  paymentRequest,
  type RelayPaymentInput,
} from "@/lib/domain/payments/intake/payment-request";
import { beginSignIn } from "@/lib/domain/subscriptions/payer-home/begin-sign-in";
import { completeSignIn } from "@/lib/domain/subscriptions/payer-home/complete-sign-in";
import { findPayer } from "@/lib/domain/subscriptions/payer-home/payer-session";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { submitEnrolment } from "@/testing/enrolments";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { reasonOf, visitor } from "@/testing/hosted-pages";
import { signOnce } from "@/testing/one-signature";
import {
  administer,
  drain,
  index,
  makeFinal,
  openSession,
  submissionRow,
  submit,
} from "@/testing/relay";
import { ageAttempts, hurry, slotsOf } from "@/testing/relay-slots";
import { renew, warpTo } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import {
  allowFactory,
  copyFactory,
  enrolUndeployed,
  installSafe,
  newLocalWallet,
  newSafe,
  payUndeployed,
  payUndeployedTwice,
  signWrapped,
  type UndeployedWallet,
} from "@/testing/smart-wallets";
import { insertPlan } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import type { CreationRow } from "./creation-rows";
import { creationSlots } from "./creation-slots";
import { decideCreations } from "./decide-creations";

let world: World;
let fault: Fault | null = null;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (inner) => faultyRpc(inner, (call) => fault?.(call)),
  });
  await installSafe(world);
  await allowKeepers(world);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.db`truncate gas_budgets`;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
const coded = (address: Address) => hasCode(world.deployment().chain.rpc, address);
const creationsOf = (payer: Address) =>
  world.db<CreationRow[]>`
    select * from wallet_creations where payer = ${payer} order by created_at, id`;
const code = (address: Address, bytes: Hex) =>
  world.chain.request("anvil_setCode", [address, bytes]);
const kinds = async () => (await slotsOf(world)).map(({ kind }) => kind);
/** The relay looks, a block is mined, and the indexer reads it, so many times. */
const look = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await hurry(world);
    await drain(world.systemContext());
    await world.chain.mine();
    await index(world);
  }
};
const refusalOf = async (input: RelayPaymentInput) =>
  submit(merchant(), input).then(
    () => null,
    ({ info }) => info?.details?.reason,
  );

describe("a wallet without code", () => {
  test.each<[string, () => Promise<UndeployedWallet>]>([
    ["of the local factory", () => newLocalWallet(world)],
    ["that is a Safe", () => newSafe(world)],
  ])("%s is created and pays by one signature", async (_name, make) => {
    const wallet = await make();
    const session = await openSession(world);
    const before = await slotsOf(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, session));
    expect(view.status).toBe("queued");
    await look();
    expect(await coded(wallet.payer)).toBe(true);
    await look(5);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    expect((await kinds()).slice(before.length)).toEqual(["create_wallet", "pay_terms_signed"]);
    expect(await world.balanceOf(wallet.payer)).toBe(1_000_000_000n - session.amount);
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "done", rounds: 0 }]);
  });

  test("is created and pays by two signatures", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployedTwice(world, wallet));
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  });

  test("signs in to its subscriptions, and nothing is created for it", async () => {
    for (const wallet of [await newLocalWallet(world), await newSafe(world)]) {
      const { chainId } = world.deployment();
      const who = { payer: wallet.payer, mode: "test", chainId } as const;
      const { token, message } = await beginSignIn(visitor(world), who);
      const signature = await signWrapped(wallet, hashMessage(message));
      const wrong = await signWrapped(wallet, hashMessage(`${message} `));
      const attempt = completeSignIn(visitor(world), { token, signature: wrong });
      expect(await reasonOf(attempt)).toBe("signature_invalid");
      const done = await completeSignIn(visitor(world), { token, signature });
      expect(await findPayer(visitor(world), done.token)).toMatchObject({ payer: wallet.payer });
      expect(await coded(wallet.payer)).toBe(false);
      expect(await creationsOf(wallet.payer)).toEqual([]);
    }
  });

  test("is created by an address without rights, without value, and with a cap of gas", async () => {
    const wallet = await newLocalWallet(world);
    await submit(merchant(), await payUndeployed(world, wallet, null));
    await look();
    const slot = (await slotsOf(world)).findLast(({ kind }) => kind === "create_wallet");
    const hash = slot?.attempts[0]?.hash;
    const sent = await world.chain.request<{ to: Address; value: Hex; input: Hex }>(
      "eth_getTransactionByHash",
      [hash],
    );
    expect(sent).toMatchObject({ to: lowerHex(DEPLOYMENT_PROXY), value: "0x0" });
    const most = CREATION_GAS + 110_000n + BigInt(size(sent.input)) * 40n;
    expect(slot?.gasLimit).toBeLessThanOrEqual(most);
    expect(slot?.gasLimit).toBeGreaterThan(CREATION_GAS);
    await look(5);
  });
});

/** Nothing was stored for a payer, and no budget was taken. */
async function expectNothing({ payer }: UndeployedWallet) {
  expect(await creationsOf(payer)).toEqual([]);
  expect(await world.db`select from relay_submissions where payer = ${payer}`).toHaveLength(0);
  expect(await coded(payer)).toBe(false);
}

/** The same wallet, said to be created in another way. */
const createdBy = (wallet: UndeployedWallet, creation: Partial<UndeployedWallet["creation"]>) => ({
  ...wallet,
  creation: { ...wallet.creation, ...creation },
});

describe("what is refused", () => {
  const unlisted: Address = `0x${"71".repeat(20)}`;
  const eater: Address = `0x${"72".repeat(20)}`;
  const idle: Address = `0x${"73".repeat(20)}`;

  beforeAll(async () => {
    // A loop without end, and a contract that does nothing.
    await code(eater, "0x5b600056");
    await code(idle, "0x00");
    for (const factory of [eater, idle]) allowFactory(world, factory);
  });

  test("a factory that is not listed, of payments, of subscriptions and of a sign-in", async () => {
    await copyFactory(world, unlisted);
    const wallet = await newLocalWallet(world, { factory: unlisted });
    const reason = "factory_not_allowed";
    expect(await refusalOf(await payUndeployed(world, wallet, null))).toBe(reason);
    const enrolment = await enrolUndeployed(world, wallet, await insertPlan(world));
    expect(await reasonOf(submitEnrolment(merchant(), enrolment))).toBe(reason);
    const { chainId } = world.deployment();
    const who = { payer: wallet.payer, mode: "test", chainId } as const;
    const { token, message } = await beginSignIn(visitor(world), who);
    const signature = await signWrapped(wallet, hashMessage(message));
    const attempt = completeSignIn(visitor(world), { token, signature });
    expect(await reasonOf(attempt)).toBe("signature_invalid");
    await expectNothing(wallet);
  });

  test("a call that creates another wallet, or none, or eats gas", async () => {
    const [wallet, other] = [await newLocalWallet(world), await newLocalWallet(world)];
    const wrong = [
      other.creation,
      { data: "0x" },
      { data: "0xdeadbeef" },
      { factory: idle },
      { factory: eater },
    ] as const;
    for (const creation of wrong) {
      const input = await payUndeployed(world, createdBy(wallet, creation), null);
      expect(await refusalOf(input)).toBe("wallet_not_created");
    }
    const plan = await insertPlan(world);
    const enrolment = await enrolUndeployed(world, createdBy(wallet, other.creation), plan);
    expect(await reasonOf(submitEnrolment(merchant(), enrolment))).toBe("wallet_not_created");
    await expectNothing(wallet);
  });

  test("another key's signature, too little money, and a payer on a list", async () => {
    const [wallet, other, poor] = [
      await newLocalWallet(world),
      await newLocalWallet(world),
      await newLocalWallet(world, { usdc: 1n }),
    ];
    const forged = { ...wallet, sign: other.sign };
    expect(await refusalOf(await payUndeployed(world, forged, null))).toBe("signature_invalid");
    expect(await refusalOf(await payUndeployed(world, poor, null))).toBe("insufficient_balance");
    const folder = mkdtempSync(join(tmpdir(), "list-"));
    const path = join(folder, "list.txt");
    writeFileSync(path, `${wallet.payer}\n`);
    const ctx = { ...merchant(), config: { ...world.config, SCREENING_LIST: path } };
    const listed = submit(ctx, await payUndeployed(world, wallet, null));
    expect(await reasonOf(listed)).toBe("payer_blocked");
    rmSync(folder, { recursive: true });
    await expectNothing(wallet);
    await expectNothing(poor);
  });

  test("two ways to create one wallet, and wrappings that are malformed or too long", async () => {
    const wallet = await newLocalWallet(world);
    const input = await payUndeployedTwice(world, wallet);
    const { signature } = unwrapSignature(input.intentSignature as Hex) ?? { signature: "0x" };
    const longer = createdBy(wallet, { data: `${wallet.creation.data}00` });
    const intentSignature = wrapSignature({ signature, creation: longer.creation });
    const malformed: Hex = `0x${"ab".repeat(96)}${"6492".repeat(16)}`;
    const long = createdBy(wallet, { data: `0x${"00".repeat(4_097)}` });
    for (const wrong of [
      { ...input, intentSignature },
      { ...input, authSignature: malformed },
      await payUndeployed(world, long, null),
    ]) {
      expect(await refusalOf(wrong)).toBe("signature_invalid");
    }
    await expectNothing(wallet);
  });

  test("a wallet that settles its own payment while it is created", async () => {
    // The address of a Safe depends on what it calls, so that what is called learns the payment later.
    const helper: Address = `0x${"74".repeat(20)}`;
    const noData = numberToHex(0, { size: 32 });
    const wallet = await newSafe(world, { calls: concat(["0x00", helper, noData, noData]) });
    const input = await payUndeployed(world, wallet, null);
    const { payment } = paymentRequest(merchant().actor, input);
    const data = encodePaySigned(addressOf(world.deployment(), "registry"), payment);
    const length = numberToHex(size(data), { size: 2 });
    const processor = addressOf(world.deployment(), "processor");
    // Copies what follows the code, and calls the processor with it.
    const calling = concat(["0x61", length, "0x61002d5f39", "0x5f5f61", length, "0x5f5f73"]);
    await code(helper, concat([calling, processor, "0x5af100", `0x${"00".repeat(6)}`, data]));
    expect(await refusalOf(input)).toBe("nonce_used");
    await expectNothing(wallet);
    await code(helper, "0x00");
    const view = await submit(merchant(), input);
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  });

  test("a payer whose chain does not answer: nothing is known of it", async () => {
    const wallet = await newLocalWallet(world);
    const input = await payUndeployed(world, wallet, null);
    fault = ({ method }) =>
      method === "eth_getCode" ? Promise.reject(new RpcUnavailable("away")) : undefined;
    expect(await refusalOf(input)).toBe("chain_unavailable");
    fault = null;
    await expectNothing(wallet);
  });

  test.each([
    ["payer", { RELAY_DAILY_WALLETS_PER_PAYER: 0 }],
    ["merchant", { RELAY_DAILY_WALLETS_PER_MERCHANT: 0 }],
    ["ip", { RELAY_DAILY_WALLETS_PER_ADDRESS: 0 }],
  ])("more than the day's budget of the %s", async (kind, limits) => {
    const wallet = await newLocalWallet(world);
    const session = await openSession(world);
    const platform = { ...world.platformContext(), ip: "203.0.113.7" };
    const ctx = { ...platform, config: { ...world.config, ...limits } };
    const input = await payUndeployed(world, wallet, session);
    expect(await reasonOf(submit(ctx, input))).toBe(`${kind}_budget`);
    await expectNothing(wallet);
  });
});

describe("races and trouble", () => {
  test("two payments at once: one creation, one budget, and both are paid", async () => {
    const wallet = await newLocalWallet(world);
    const inputs = [
      await payUndeployed(world, wallet, await openSession(world)),
      await payUndeployed(world, wallet, await openSession(world)),
    ];
    const before = (await kinds()).length;
    const views = await Promise.all(inputs.map((input) => submit(merchant(), input)));
    await look(7);
    for (const view of views) {
      expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    }
    expect((await kinds()).slice(before).filter((kind) => kind === "create_wallet")).toHaveLength(
      1,
    );
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "done" }]);
    const subject = `wallets:payer:${wallet.payer}`;
    expect(await world.db`select used from gas_budgets where subject = ${subject}`).toEqual([
      { used: 1 },
    ]);
  });

  test("the same request is the same submission, and its authorization is taken once", async () => {
    const wallet = await newLocalWallet(world);
    const input = await payUndeployed(world, wallet, null);
    const view = await submit(merchant(), input);
    expect((await submit(merchant(), input)).id).toBe(view.id);
    expect(await refusalOf({ ...input, idempotencyKey: "again" })).toBe("nonce_used");
    await look(6);
    const unwrapped = { ...input, authSignature: await signOnceMore(wallet, input) };
    expect((await submit(merchant(), unwrapped)).id).toBe(view.id);
    expect(await creationsOf(wallet.payer)).toHaveLength(1);
  });

  test("another sender creates the wallet before it is signed for: nothing is sent", async () => {
    const wallet = await newLocalWallet(world);
    const before = (await kinds()).length;
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await world.send(world.chain.deployer, {
      to: wallet.creation.factory,
      data: wallet.creation.data,
    });
    await look(5);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    expect((await kinds()).slice(before)).toEqual(["pay_terms_signed"]);
    await age();
    await look();
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "superseded" }]);
  });

  test("another sender creates the wallet in the block before: the transaction does nothing", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await drain(world.systemContext());
    const runtime = await runtimeOf(wallet);
    await code(wallet.payer, runtime);
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "done", rounds: 0 }]);
  });

  test("a factory that fails once it is mined is tried again, twice at the most", async () => {
    const wallet = await newLocalWallet(world);
    const { factory } = wallet.creation;
    const real = await world.chain.request<Hex>("eth_getCode", [factory, "latest"]);
    const failing = async () => {
      await hurry(world);
      await drain(world.systemContext());
      await code(factory, "0x00");
      await world.chain.mine();
      await drain(world.systemContext());
      await makeFinal(world, 4);
      await drain(world.systemContext(), 2);
      await code(factory, real);
    };
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await failing();
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "queued", rounds: 1 }]);
    await failing();
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "failed", rounds: 2 }]);
    const before = (await kinds()).length;
    await look(3);
    expect((await kinds()).length).toBe(before);
    expect(await submissionRow(world, view)).toMatchObject({ state: "queued" });
    expect(await world.balanceOf(wallet.payer)).toBe(1_000_000_000n);
  });

  test("a wallet that refuses its signature once it is created keeps its money", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await drain(world.systemContext());
    await world.chain.mine();
    await code(wallet.payer, "0x60006000fd");
    await index(world);
    const before = (await kinds()).length;
    await look(4);
    expect(await submissionRow(world, view)).toMatchObject({
      state: "queued",
      failureCode: "signature_invalid",
    });
    expect((await kinds()).length).toBe(before);
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "done" }]);
    expect(await world.balanceOf(wallet.payer)).toBe(1_000_000_000n);
  });

  test("a payer whom the token blocks before the wallet is created: nothing is sent", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await administer(world, "blacklist", wallet.payer);
    const before = (await kinds()).length;
    await look(2);
    expect((await kinds()).length).toBe(before);
    expect(await creationsOf(wallet.payer)).toMatchObject([
      { state: "queued", failure: "refused" },
    ]);
    expect(await submissionRow(world, view)).toMatchObject({ failureCode: "address_blocked" });
    await world.db`update wallet_creations set created_at = created_at - interval '1 hour'`;
    expect(await readWalletCreations(world.db)).toMatchObject({ oldestSeconds: 0 });
    await administer(world, "unBlacklist", wallet.payer);
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  });

  test("a factory that is taken off the list before it is called is not called", async () => {
    const wallet = await newLocalWallet(world);
    await submit(merchant(), await payUndeployed(world, wallet, null));
    const { chain } = world.deployment();
    const { walletFactories } = chain;
    Object.assign(chain, { walletFactories: [] });
    await look(2);
    Object.assign(chain, { walletFactories });
    expect(await coded(wallet.payer)).toBe(false);
    await look(6);
    expect(await coded(wallet.payer)).toBe(true);
  });

  test("a reorganization that takes the wallet away brings it back before it pays", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await look();
    expect(await coded(wallet.payer)).toBe(true);
    await drain(world.systemContext());
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "mined" }]);
    await world.chain.request("anvil_reorg", [1, []]);
    expect(await coded(wallet.payer)).toBe(false);
    await drain(world.systemContext());
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "signed" }]);
    for (let time = 0; time < 8; time += 1) {
      await look();
      await ageAttempts(world);
    }
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    expect(await coded(wallet.payer)).toBe(true);
  });

  test("a final part of the chain that is lost takes the creation back", async () => {
    const wallet = await newLocalWallet(world);
    await submit(merchant(), await payUndeployed(world, wallet, null));
    await look(6);
    const [row] = await creationsOf(wallet.payer);
    const back = await transaction(world.db, (tx) =>
      creationSlots.takeBack(tx, [row?.batchId ?? ""], [], {
        chainId: 31337,
        above: 0n,
        counts: [],
      }),
    );
    expect(back.inFlight).toEqual([row?.id]);
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "signed", closedAt: null }]);
    await world.db`
      update wallet_creations set state = 'done', closed_at = now() where id = ${row?.id ?? ""}`;
  });

  test("a creation that nothing waits for any more ends, and is removed in time", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, null));
    await world.db`
      update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
    await age();
    const { chain } = world.deployment();
    const number = BigInt(await world.chain.request<Hex>("eth_blockNumber", []));
    await decideCreations(world.systemContext(), chain, { number, at: new Date() });
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "expired" }]);
    await world.db`
      update wallet_creations set closed_at = now() - interval '31 days' where payer = ${wallet.payer}`;
    await removeOldRows(world.systemContext(), { until: new Date(Date.now() + 10_000) });
    expect(await creationsOf(wallet.payer)).toEqual([]);
  });

  test("an account that signs with its own key needs no wallet", async () => {
    const payer = await fundPayer(world);
    const input = await signOnce(world, payer, null);
    const signature = (await payUndeployed(world, keyWallet(payer), null)).authSignature;
    const same = await payUndeployed(world, keyWallet(payer), null, { ref: input.ref });
    expect(signature).not.toEqual(same.authSignature);
    const view = await submit(merchant(), same);
    expect(await submissionRow(world, view)).toMatchObject({ payerHasCode: false });
    expect(await creationsOf(lowerHex(payer.address))).toEqual([]);
    await look(4);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  });
});

// The last one: it moves the chain's clock.
test("a wallet without code is created and subscribes, and its renewal is charged", async () => {
  const plan = await insertPlan(world);
  const subscribed: { wallet: UndeployedWallet; id: string }[] = [];
  for (const wallet of [await newLocalWallet(world), await newSafe(world)]) {
    const view = await submitEnrolment(merchant(), await enrolUndeployed(world, wallet, plan));
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    const id = view.subscriptionId ?? "";
    expect(await readSubscription(world.db, id)).toMatchObject({
      status: "active",
      chargesMade: 1,
    });
    subscribed.push({ wallet, id });
  }
  const { nextChargeAt } = await readSubscription(world.db, subscribed[1]?.id ?? "");
  await warpTo(world, nextChargeAt ?? new Date());
  await renew(world);
  for (const { wallet, id } of subscribed) {
    expect(await readSubscription(world.db, id)).toMatchObject({ chargesMade: 2 });
    expect(await world.balanceOf(wallet.payer)).toBe(1_000_000_000n - 2n * plan.amount);
  }
});

/** As if all creations had been waiting for a while. */
const age = () =>
  world.db`update wallet_creations set created_at = created_at - interval '1 minute'`;

/** What a wallet of the local factory has as its code. */
async function runtimeOf(wallet: UndeployedWallet): Promise<Hex> {
  const { data } = wallet.creation;
  const other = await newLocalWallet(world);
  await world.send(world.chain.deployer, { to: other.creation.factory, data: other.creation.data });
  const bytes = await world.chain.request<Hex>("eth_getCode", [other.payer, "latest"]);
  return lowerHex(bytes.replaceAll(other.creation.data.slice(34, 74), data.slice(34, 74)));
}

/** The request's signature as the wallet gives it once it has code. */
async function signOnceMore(wallet: UndeployedWallet, input: RelayPaymentInput): Promise<Hex> {
  const { payment } = paymentRequest(merchant().actor, input);
  expect(payment.payer).toBe(wallet.payer);
  return payment.authSignature;
}

/** A key that wraps its own signature with a creation, for nothing. */
function keyWallet(account: { address: Address; privateKey: Hex }): UndeployedWallet {
  const payer = lowerHex(account.address);
  return {
    account,
    payer,
    creation: { factory: `0x${"71".repeat(20)}`, data: "0x" },
    sign: (hash) => signHash({ hash, privateKey: account.privateKey, to: "hex" }),
  };
}
