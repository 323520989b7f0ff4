import { encodeDeployData, type Hex, numberToHex, parseTransaction } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { batchGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { intentIdOf } from "@/lib/adapters/chain/calls/payments";
import { bytesOf, lowerHex } from "@/lib/core/chain/hex";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { paymentRequest } from "@/lib/domain/payments/intake/payment-request";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import {
  drain,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  type PaymentChange,
  settlementsOf,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";
import { drainRelay } from "./drain-relay";

let world: World;
const asked: string[] = [];
let fault: Fault = () => undefined;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0", RELAY_BATCH_MAX: "20" },
    wrapRpc: (rpc) =>
      faultyRpc(rpc, (call) => {
        asked.push(call.method);
        return fault(call);
      }),
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  fault = () => undefined;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
const drained = (times = 1) => drain(world.systemContext(), times);
const relayed = async (payer: ChainAccount, change: PaymentChange = {}) =>
  submit(merchant(), await signRequest(world, payer, null, change));
const stateOf = async (view: { id: string }) => (await submissionRow(world, view)).state;

/** Sends what is queued, mines it and makes it final. */
async function settle(): Promise<void> {
  await drained(2);
  await world.chain.mine();
  await drained();
  await makeFinal(world);
  await drained();
}

test("a signed payment is settled on chain, and confirmed when its block is final", async () => {
  const payer = await newPayer(world);
  const session = await openSession(world);
  const input = await signRequest(world, payer, session);
  const queued = await submit(merchant(), input);
  expect(queued).toMatchObject({
    status: "queued",
    outcome: "pending",
    txHash: null,
    attempts: [],
  });

  await drained();
  const sent = await getSubmission(merchant(), input);
  expect(sent).toMatchObject({ status: "submitted", outcome: "pending", retryable: false });
  expect(sent.attempts).toMatchObject([{ txHash: sent.txHash, kind: "payload" }]);

  await world.chain.mine();
  await drained();
  expect(await getSubmission(merchant(), input)).toMatchObject({
    status: "mined",
    outcome: "pending",
    failureCode: null,
  });

  await makeFinal(world);
  const done = await getSubmission(merchant(), input);
  expect(done).toMatchObject({ status: "confirmed", outcome: "succeeded", txHash: sent.txHash });
  expect(done.transactionId).toMatch(/^txn_/);
  expect(await getSession(merchant(), session)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, queued.paymentId)).toBe(1);
  // A lost answer is asked for again, whenever that is.
  expect(await submit(merchant(), input)).toEqual(done);
});

describe("batches", () => {
  test("what waits goes together, grouped by merchant, with gas by the formula", async () => {
    const other = await world.addMerchant();
    const payers = await newPayers(world, 6);
    const views = [];
    for (const [index, payer] of payers.entries()) {
      const foreign = index % 3 === 0;
      const input = await signRequest(
        world,
        payer,
        null,
        foreign ? { merchantId: other.chainMerchantId.test } : {},
      );
      const ctx = world.merchantContext(foreign ? { merchantId: other.id } : {});
      views.push(await submit(ctx, input));
    }
    const before = (await slotsOf(world)).length;
    asked.length = 0;
    await settle();
    const slots = (await slotsOf(world)).slice(before);
    expect(slots).toMatchObject([{ kind: "settle_batch", items: 6, state: "consumed" }]);
    const [slot] = slots;
    expect(slot?.gasLimit).toBe(batchGasLimit(2, 6));
    expect(parseTransaction(slot?.attempts[0]?.raw ?? "0x").gas).toBe(batchGasLimit(2, 6));
    expect(asked).not.toContain("eth_estimateGas");
    for (const view of views) expect(await stateOf(view)).toBe("confirmed");
    expect(await world.balanceOf(other.payout)).toBe(2n * 4_950_000n);
  });

  test("the two deployments of a chain never share a transaction", async () => {
    const payer = await newPayer(world);
    const live = world.merchantContext({ mode: "live" });
    const views = [
      await relayed(payer),
      await submit(live, await signRequest(world, payer, null, { mode: "live" })),
      await relayed(payer),
    ];
    const before = (await slotsOf(world)).length;
    await settle();
    await settle();
    expect(
      (await slotsOf(world))
        .slice(before)
        .map(({ items }) => items)
        .sort(),
    ).toEqual([1, 2]);
    for (const view of views) expect(await stateOf(view)).toBe("confirmed");
  });

  test("a batch leaves when it is full", async () => {
    const payers = await newPayers(world, 5);
    const views = await Promise.all(payers.map((payer) => relayed(payer)));
    const before = (await slotsOf(world)).length;
    const ctx = world.systemContext();
    const slowBatches = { ...ctx.config, RELAY_BATCH_MAX: 2, RELAY_BATCH_WAIT_MS: 600_000 };
    await drain({ ...ctx, config: slowBatches }, 3);
    const sent = (await slotsOf(world)).slice(before);
    expect(sent.map(({ items }) => items)).toEqual([2, 2]);
    const states = await Promise.all(views.map(stateOf));
    expect(states.filter((state) => state === "queued")).toHaveLength(1);
    await settle();
    expect(await Promise.all(views.map(stateOf))).toEqual(Array(5).fill("confirmed"));
  });

  test("an authorization without end goes alone through pay, beside a batch", async () => {
    const [one, two] = [await newPayer(world), await newPayer(world)];
    const endless = await relayed(one);
    const signed = await signRequest(world, one, null, { validBefore: 2n ** 256n - 1n });
    await replaceStored(endless.id, signed);
    const ordinary = await relayed(two);
    const before = (await slotsOf(world)).length;
    await settle();
    const kinds = (await slotsOf(world)).slice(before).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["pay", "settle_batch"]);
    expect(await stateOf(endless)).toBe("confirmed");
    expect(await stateOf(ordinary)).toBe("confirmed");
  });

  test("what cannot be encoded is refused alone", async () => {
    const [one, two] = [await newPayer(world), await newPayer(world)];
    const impossible = await relayed(one);
    await world.db`
      update relay_submissions set amount = ${String(2n ** 256n)} where id = ${impossible.id}`;
    const ordinary = await relayed(two);
    await settle();
    expect(await submissionRow(world, impossible)).toMatchObject({
      state: "rejected",
      failureCode: "not_encodable",
    });
    expect(await stateOf(ordinary)).toBe("confirmed");
  });

  test("an item that would fail is left out, stays queued, and is settled when it can be", async () => {
    const [poor, rich] = [await newPayer(world, 5_000_000n), await newPayer(world)];
    const bad = await relayed(poor);
    const good = await relayed(rich);
    await spend(world, poor, 1_000_000n);
    const before = (await slotsOf(world)).length;
    await settle();
    expect((await slotsOf(world)).slice(before)).toMatchObject([{ items: 1 }]);
    expect(await stateOf(good)).toBe("confirmed");
    const waiting = await getSubmission(merchant(), bad);
    // Its signatures can still be executed by anyone, so the payer must not be told to sign again.
    expect(waiting).toMatchObject({
      status: "queued",
      outcome: "pending",
      failureCode: "insufficient_balance",
      retryable: false,
    });
    await world.mint(poor.address, 1_000_000n);
    await hurry(world);
    await settle();
    expect(await getSubmission(merchant(), bad)).toMatchObject({
      status: "confirmed",
      failureCode: null,
    });
  });
});

/** Gives a stored submission other signed terms, as one that an older version had let in. */
async function replaceStored(
  id: string,
  signed: Awaited<ReturnType<typeof signRequest>>,
): Promise<void> {
  const { payment } = paymentRequest(merchant().actor, signed);
  if (payment.signatures !== 2) throw new Error("both are signed");
  await world.db`
    update relay_submissions set auth_nonce = ${payment.nonce}, ref = ${payment.ref},
      valid_before = ${String(payment.validBefore)}, auth_signature = ${bytesOf(payment.authSignature)},
      intent_signature = ${bytesOf(payment.intentSignature)},
      payment_id = ${intentIdOf(world.deployment(), payment)}
    where id = ${id}`;
}

describe("payers with code", () => {
  async function deployWallet(signer: ChainAccount): Promise<Hex> {
    const deployer = connectDeployer({
      rpcUrl: world.chain.rpcUrl,
      deployerKey: world.chain.deployer.privateKey,
      onPending: () => world.chain.mine(),
    });
    const { bytecode } = readArtifact("local-smart-wallet");
    const args = [signer.address] as const;
    const data = encodeDeployData({ abi: localSmartWalletAbi, bytecode, args });
    const { address } = await deployer.create(data);
    await world.mint(address, 100_000_000n);
    return lowerHex(address);
  }

  test("one goes alone, through a wallet that relays no others", async () => {
    const signer = await newPayer(world, 0n);
    const smart = { ...signer, address: await deployWallet(signer) };
    const before = (await slotsOf(world)).length;
    const coded = await relayed(smart, { signer });
    const plain = await relayed(await newPayer(world));
    await settle();
    expect(await stateOf(coded)).toBe("confirmed");
    expect(await stateOf(plain)).toBe("confirmed");
    const slots = (await slotsOf(world)).slice(before);
    expect(slots.map(({ kind }) => kind).sort()).toEqual(["pay_signed", "settle_batch"]);
    expect(new Set(slots.map(({ wallet }) => wallet)).size).toBe(2);
    const last = world.chain.relayers.at(-1)?.address.toLowerCase();
    expect(slots.find(({ kind }) => kind === "pay_signed")?.wallet).toBe(last);
  });

  test("one that delegates its account after it signed is taken out of the batch", async () => {
    const payer = await newPayer(world);
    const view = await relayed(payer);
    const wallet = await deployWallet(payer);
    // What an EIP-7702 delegation leaves behind; the code accepts what the payer's own key signed.
    const code = await world.chain.request<Hex>("eth_getCode", [wallet, "latest"]);
    await world.chain.request("anvil_setCode", [payer.address, code]);
    const before = (await slotsOf(world)).length;
    await settle();
    await settle();
    expect((await slotsOf(world)).slice(before)).toMatchObject([{ kind: "pay_signed", items: 1 }]);
    expect(await stateOf(view)).toBe("confirmed");
  });
});

describe("several wallets", () => {
  test("a payer's open payments stay with one, and others go where less is in flight", async () => {
    const [busy, idle] = world.chain.relayers.map(({ address }) => lowerHex(address));
    await drained();
    const [loyal, other] = [await newPayer(world), await newPayer(world)];
    const first = await relayed(loyal);
    await drainRelay(world.systemContext(), { wallet: busy, until: new Date(0) });
    expect((await submissionRow(world, first)).wallet).toBe(busy);
    const [second, stranger] = [await relayed(loyal), await relayed(other)];
    // While the other one is at work, the busy one leaves it what it may take.
    const lease = (until: string) => world.db`
      update relay_wallets set lease_owner = 'other', lease_until = now() + ${until}::interval
      where address = ${idle ?? ""}`;
    await lease("1 minute");
    await drainRelay(world.systemContext(), { wallet: busy, until: new Date(0) });
    expect((await submissionRow(world, second)).wallet).toBe(busy);
    expect((await submissionRow(world, stranger)).wallet).toBeNull();
    await lease("0");
    const third = await relayed(loyal);
    await drainRelay(world.systemContext(), { wallet: idle, until: new Date(0) });
    expect((await submissionRow(world, third)).wallet).toBe(busy);
    expect((await submissionRow(world, stranger)).wallet).toBe(idle);
    await settle();
  });

  test("what a wallet had taken before its key was removed goes to another one", async () => {
    const view = await relayed(await newPayer(world));
    await world.db`
      update relay_submissions set wallet = ${`0x${"77".repeat(20)}`} where id = ${view.id}`;
    await settle();
    expect(await stateOf(view)).toBe("confirmed");
  });
});

test("nonces are used one after the other, from the first on", async () => {
  for (const relayer of world.chain.relayers) {
    const wallet = lowerHex(relayer.address);
    const slots = (await slotsOf(world)).filter((slot) => slot.wallet === wallet);
    const nonces = slots.map(({ nonce }) => Number(nonce)).sort((one, two) => one - two);
    expect(nonces).toEqual(nonces.map((_, index) => index));
    const params = [wallet, "latest"];
    const count = await world.chain.request<Hex>("eth_getTransactionCount", params);
    const [row] = await world.db`select next_nonce from relay_wallets where address = ${wallet}`;
    expect(numberToHex(row?.nextNonce ?? 0n)).toBe(count);
  }
});
