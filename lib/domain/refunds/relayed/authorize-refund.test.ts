import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, encodeFunctionData, hashTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { tokenDomain } from "@/lib/adapters/chain/calls/payments";
import { wrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { localWalletFactory } from "@/lib/adapters/chain/wallet-factories";
import { type Bytes32, checksumAddress, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { returnRefund } from "@/lib/domain/refunds/return-refund";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import { fillNonceGap } from "@/lib/domain/wallets/nonces/fill-nonce-gap";
import type { ChainAccount } from "@/testing/chain";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { reasonOf, refusalOf } from "@/testing/hosted-pages";
import { operate } from "@/testing/operator";
import { operatorContext } from "@/testing/operator-calls";
import {
  administer,
  drain,
  forAMinute,
  index,
  makeFinal,
  newPayer,
  openSession,
} from "@/testing/relay";
import { ageAttempts, slotsOf } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { newLocalWallet } from "@/testing/smart-wallets";
import { insertPlan } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { authorizeRefund } from "./authorize-refund";

let world: World;
let payer: ChainAccount;
let fault: Fault = () => undefined;
const AMOUNT = 5_000_000n;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  payer = await fundPayer(world);
  await world.mint(world.merchant.owner.address, 1_000_000_000n);
});
afterAll(() => world?.stop());
afterEach(() => {
  fault = () => undefined;
});

type View = Awaited<ReturnType<typeof getRefund>>;
type Ctx = ReturnType<World["merchantContext"]>;

/** A pending refund of a payment that is final. */
async function prepared(amount = AMOUNT): Promise<View> {
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await makeFinal(world);
  const [paid] = await world.db<{ id: string }[]>`
    select id from transactions where session_id = ${session.id}`;
  return ask(paid?.id ?? "", amount);
}

async function ask(transactionId: string, amount: bigint): Promise<View> {
  const ctx = world.merchantContext();
  const input = { transactionId, amount, reason: "customer_request" } as const;
  return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}

const offerOf = ({ instructions }: View, from = world.merchant.owner.address) => {
  const found = instructions?.authorizations.find((one) => one.from === lowerHex(from));
  if (!found) throw new Error("the wallet may sign");
  return found;
};

/** Signs as a wallet does, by default the owner's. */
const signed = (refund: View, signer = world.merchant.owner): Promise<Hex> => {
  const { types, primaryType, domain, message } = offerOf(refund).typedData;
  return privateKeyToAccount(signer.privateKey).signTypedData({
    types: { ReceiveWithAuthorization: types.ReceiveWithAuthorization },
    primaryType,
    domain,
    message: { ...message },
  });
};

const authorize = async (
  { id }: { id: string },
  signature: Hex,
  ctx: Ctx = world.merchantContext(),
): Promise<View> => {
  const input = { id, signature };
  return authorizeRefund.run(ctx, input, await authorizeRefund.prepare(ctx, input));
};
const read = ({ id }: { id: string }) => getRefund(world.merchantContext(), { id });
const record = ({ id }: { id: string }, refundTxHash: Bytes32) =>
  recordRefundSignature(world.merchantContext(), { id, refundTxHash });
const cancel = ({ id }: { id: string }) => cancelRefund(world.merchantContext(), { id });
const refundSlots = async () => (await slotsOf(world)).filter(({ kind }) => kind === "refund");
const someHash = (): Bytes32 =>
  `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
const eventsOf = async ({ id }: { id: string }) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

/** What is counted today of the gas that the merchant's wallet may use. */
async function usedByWallet(): Promise<number> {
  const subject = `payer:${world.merchant.owner.address}`;
  const [row] = await world.db<{ used: number }[]>`
    select coalesce(sum(used), 0)::int as used from gas_budgets where subject = ${subject}`;
  return row?.used ?? 0;
}

/** Lets what waits be looked at now. */
const hasten = () => world.db`
  update refund_authorizations set next_check_at = null,
    updated_at = updated_at - interval '1 minute'`;

/** Lets relay and indexer do all that they can. */
async function settle(rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await hasten();
    await drain(world.systemContext(), 2);
    await makeFinal(world);
    await hasten();
    await drain(world.systemContext(), 2);
  }
}

test("a merchant without gas signs, and the relay returns a payment", async () => {
  const refund = await prepared();
  await world.chain.request("anvil_setBalance", [world.merchant.owner.address, "0x0"]);
  const signature = await signed(refund);
  const before = await world.balanceOf(payer.address);
  const taken = await authorize(refund, signature);
  expect(taken).toMatchObject({
    status: "submitted",
    refundTxHash: null,
    explorerUrl: null,
    expiresAt: null,
    instructions: null,
    authorization: {
      from: world.merchant.owner.address,
      state: "queued",
      obstacle: null,
      txHash: null,
      validBefore: new Date(Number(offerOf(refund).typedData.message.validBefore) * 1_000),
    },
  });
  expect(JSON.stringify(taken, (_, value) => String(value))).not.toContain(signature.slice(2));
  await drain(world.systemContext());
  const sent = await read(refund);
  expect(sent).toMatchObject({ status: "submitted", authorization: { state: "in_flight" } });
  expect(sent.refundTxHash).toBe(sent.authorization?.txHash);
  expect(sent.refundTxHash).not.toBeNull();
  await world.chain.mine();
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { state: "mined" } });
  await settleDueRefunds(world.systemContext(), forAMinute());
  await makeFinal(world);
  await drain(world.systemContext());
  const done = await read(refund);
  expect(done).toMatchObject({
    status: "completed",
    txHash: sent.refundTxHash,
    authorization: { state: "done" },
  });
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
  expect(await eventsOf(refund)).toEqual(["refund.created", "refund.completed"]);
  expect(await refundSlots()).toHaveLength(1);
  // The same signature still answers the same refund.
  expect(await authorize(refund, signature)).toEqual(done);
  const subject = `payer:${world.merchant.owner.address}`;
  expect(await world.db`select used from gas_budgets where subject = ${subject}`).toEqual([
    { used: 1 },
  ]);
});

/** A refund of a subscription's first charge. */
async function preparedOfCharge() {
  const plan = await insertPlan(world);
  const subscriber = await fundPayer(world);
  const { id: onchainId } = await enrolDirectly(world, subscriber, { plan, periods: 12 });
  await makeFinal(world);
  const [charge] = await world.db<{ id: string }[]>`
    select t.id from transactions t join subscriptions s on s.id = t.subscription_id
    where s.onchain_id = ${onchainId} and t.type = 'subscription_charge'`;
  const refund = await ask(charge?.id ?? "", plan.amount);
  return { refund, payer: subscriber, amount: plan.amount };
}

test("it returns a subscription's charge in the same way", async () => {
  const { refund, payer: subscriber, amount } = await preparedOfCharge();
  const before = await world.balanceOf(subscriber.address);
  await authorize(refund, await signed(refund));
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "done" },
  });
  expect(await world.balanceOf(subscriber.address)).toBe(before + amount);
});

test("a signature of another key is refused, and tells whose it is", async () => {
  const refund = await prepared();
  const stranger = await newPayer(world, 0n);
  const error = await refusalOf(authorize(refund, await signed(refund, stranger)));
  expect(error).toMatchObject({
    code: "invalid_request",
    info: {
      param: "signature",
      details: { reason: "signature_invalid", message: "ReceiveWithAuthorization" },
    },
  });
  expect(await reasonOf(authorize(refund, "0x00"))).toBe("signature_invalid");
  expect(await reasonOf(authorize(refund, `0x${"11".repeat(3_000)}`))).toBe("signature_invalid");
  // Another refund's message is another one.
  const other = await prepared();
  expect(await reasonOf(authorize(refund, await signed(other)))).toBe("signature_invalid");
  const { recovered } = error.info.details;
  expect(recovered).not.toBe(checksumAddress(world.merchant.owner.address));
  expect(await read(refund)).toMatchObject({ status: "pending", authorization: null });
});

test("the same signature again changes nothing, also at the same moment", async () => {
  const refund = await prepared();
  const signature = await signed(refund);
  const both = await Promise.all([authorize(refund, signature), authorize(refund, signature)]);
  expect(both[0]).toEqual(both[1]);
  // The parity of a wallet that counts from 0 is the same signature.
  const parity = signature.endsWith("1b") ? "00" : "01";
  expect(await authorize(refund, `${signature.slice(0, -2)}${parity}` as Hex)).toEqual(both[0]);
  const rows = await world.db`select from refund_authorizations where refund_id = ${refund.id}`;
  expect(rows).toHaveLength(1);
  await settle();
});

test("while a signature can be executed, no hash is recorded, nothing cancelled, no other one taken", async () => {
  const refund = await prepared();
  await authorize(refund, await signed(refund));
  for (let stage = 0; stage < 3; stage += 1) {
    const again = await refusalOf(record(refund, someHash()));
    expect(again).toMatchObject({
      code: "idempotency_error",
      info: { details: { reason: "authorization_pending" } },
    });
    expect(await reasonOf(cancel(refund))).toBe("authorization_pending");
    expect(await reasonOf(authorize(refund, `0x${"22".repeat(65)}`))).toBe("authorization_pending");
    expect(await reasonOf(returnRefund(operatorContext(world), refund.id))).toBe(
      "authorization_pending",
    );
    await drain(world.systemContext());
    await world.chain.mine();
  }
  await settle();
  expect(await reasonOf(cancel(refund))).toBe("refund_ended");
  expect(await reasonOf(record(refund, someHash()))).toBe("refund_ended");
});

test("while a recorded hash may still be mined, no signature is taken", async () => {
  const refund = await prepared();
  const signature = await signed(refund);
  await record(refund, someHash());
  expect(await refusalOf(authorize(refund, signature))).toMatchObject({
    code: "idempotency_error",
    info: { details: { reason: "authorization_pending" } },
  });
  await world.db`update refunds set status = 'pending' where id = ${refund.id}`;
  expect(await reasonOf(authorize(refund, signature))).toBe("authorization_pending");
  await cancel(refund);
  expect(await reasonOf(authorize(refund, signature))).toBe("refund_ended");
});

test("of a hash and a signature at the same moment one is taken", async () => {
  const refund = await prepared();
  const signature = await signed(refund);
  const outcomes = await Promise.allSettled([
    authorize(refund, signature),
    record(refund, someHash()),
    cancel(refund),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("another merchant and the other mode have no such refund", async () => {
  const refund = await prepared();
  const signature = await signed(refund);
  const other = await world.addMerchant();
  const foreign = world.merchantContext({ merchantId: other.id });
  expect(await reasonOf(authorize(refund, signature, foreign))).toBe("resource_missing");
  const live = world.merchantContext({ mode: "live" });
  expect(await reasonOf(authorize(refund, signature, live))).toBe("resource_missing");
});

test("a plain transfer offers nothing to sign", async () => {
  const refund = await prepared();
  await world.db`update refunds set method = 'transfer' where id = ${refund.id}`;
  expect(await reasonOf(authorize(refund, await signed(refund)))).toBe("authorization_unavailable");
});

test("of a deployment that is retired the chain cannot be asked", async () => {
  const refund = await prepared();
  const { log } = world.systemContext();
  const chains = await pinDeployments(world.db, [world.deployment("live")], log);
  const ctx = { ...world.merchantContext(), chains };
  await expect(authorize(refund, await signed(refund), ctx)).rejects.toBeInstanceOf(RpcUnavailable);
});

test("what stands against it is told, and it waits until nothing does", async () => {
  const { owner } = world.merchant;
  const refund = await prepared();
  const held = await world.balanceOf(owner.address);
  await world.chain.request("anvil_setBalance", [owner.address, "0x8ac7230489e80000"]);
  const move = (value: bigint, from: ChainAccount, to: Hex) =>
    world.send(from, {
      to: world.deployment().usdc,
      data: encodeFunctionData({ abi: fiatTokenAbi, functionName: "transfer", args: [to, value] }),
    });
  await move(held, owner, payer.address);
  await authorize(refund, await signed(refund));
  const base = world.systemContext();
  const obstacle = async (ctx = base) => {
    await hasten();
    await drain(ctx);
    const { status, authorization } = await read(refund);
    expect({ status, state: authorization?.state }).toEqual({
      status: "submitted",
      state: "queued",
    });
    return authorization?.obstacle;
  };
  expect(await obstacle()).toBe("insufficient_balance");
  await move(held, payer, owner.address);
  await administer(world, "pause");
  expect(await obstacle()).toBe("token_paused");
  await administer(world, "unpause");
  await administer(world, "blacklist", owner.address);
  expect(await obstacle()).toBe("address_blocked");
  await administer(world, "unBlacklist", owner.address);
  const list = join(mkdtempSync(join(tmpdir(), "stipend-list-")), "list.txt");
  writeFileSync(list, `${payer.address}\n`);
  const screening = (SCREENING_LIST: string) => ({
    ...base,
    config: { ...base.config, SCREENING_LIST },
  });
  expect(await obstacle(screening(list))).toBe("payer_blocked");
  expect(await obstacle(screening(`${list}.gone`))).toBe("screening_unavailable");
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "done", obstacle: null },
  });
});

test("a wallet with code signs by its code, and one that is not the merchant's any more waits", async () => {
  const wallet = await newLocalWallet(world);
  const refund = await prepared();
  await world.db`update refunds set payout = ${wallet.payer} where id = ${refund.id}`;
  const { types, primaryType, domain, message } = offerOf(
    await read(refund),
    wallet.payer,
  ).typedData;
  const digest = hashTypedData({
    types: { ReceiveWithAuthorization: types.ReceiveWithAuthorization },
    primaryType,
    domain,
    message: { ...message },
  });
  const signature = await wallet.sign(digest);
  const wrapped = wrapSignature({ signature, creation: wallet.creation });
  expect(await reasonOf(authorize(refund, wrapped))).toBe("wallet_not_deployed");
  await world.send(payer, { to: localWalletFactory, data: wallet.creation.data });
  expect(await reasonOf(authorize(refund, `0x${"33".repeat(65)}`))).toBe("signature_invalid");
  const taken = await authorize(refund, wrapped);
  expect(taken).toMatchObject({ status: "submitted", authorization: { from: wallet.payer } });
  expect(await authorize(refund, wrapped)).toEqual(taken);
  expect(await authorize(refund, signature)).toEqual(taken);
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "queued", obstacle: "sender_not_merchant" },
  });
});

test("what another account sends with the signature completes it, and the relay sends nothing", async () => {
  const refund = await prepared(2_000_000n);
  const { to, dataPrefix, dataSuffix } = offerOf(refund);
  const signature = await signed(refund);
  await authorize(refund, signature);
  const slots = (await refundSlots()).length;
  await world.send(payer, { to, data: concat([dataPrefix, signature, dataSuffix]) });
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { obstacle: "already_refunded" } });
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "superseded", obstacle: null },
  });
  expect(await refundSlots()).toHaveLength(slots);
});

test("a signature that its wallet cancels fails the refund at the final block, and no earlier", async () => {
  const { owner } = world.merchant;
  const refund = await prepared();
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const { nonce } = offerOf(refund).typedData.message;
  const signature = await signed(refund);
  const account = privateKeyToAccount(owner.privateKey);
  const cancelling = await account.signTypedData({
    domain: tokenDomain(token),
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: owner.address, nonce },
  });
  await authorize(refund, signature);
  const args = [owner.address, nonce, cancelling] as const;
  const abi = fiatTokenAbi;
  const data = encodeFunctionData({ abi, functionName: "cancelAuthorization", args });
  await world.send(payer, { to: token.address, data });
  await hasten();
  await drain(world.systemContext(), 2);
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "queued", obstacle: "authorization_used" },
  });
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "failed",
    failureReason: "authorization_consumed",
    refundTxHash: null,
    authorization: { state: "dead", obstacle: null },
  });
  expect(await eventsOf(refund)).toEqual(["refund.created", "refund.failed"]);
  expect(await authorize(refund, signature)).toMatchObject({ status: "failed" });
  // Its part of the payment can be refunded again, with a new reference.
  const again = await ask(refund.transactionId, AMOUNT);
  await authorize(again, await signed(again));
  await settle();
  expect(await read(again)).toMatchObject({ status: "completed" });
});

test("a crash between signing and sending loses nothing, and it is sent once", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  const slots = (await refundSlots()).length;
  fault = ({ method }) => {
    if (method !== "eth_sendRawTransaction") return undefined;
    throw new RpcUnavailable("the process is gone");
  };
  await drain(world.systemContext(), 2).catch(() => {});
  expect(await read(refund)).toMatchObject({
    refundTxHash: null,
    authorization: { state: "signed", txHash: null },
  });
  expect(await refundSlots()).toHaveLength(slots + 1);
  fault = () => undefined;
  await ageAttempts(world);
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await refundSlots()).toHaveLength(slots + 1);
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a process that is killed at any step signs for it once", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  const slots = (await refundSlots()).length;
  for (let at = 1; at < 200; at += 3) {
    await hasten();
    const db = crashingDb(world.db, at);
    const crashed = await drain({ ...world.systemContext(), db }).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        return true;
      },
    );
    // A killed process holds its lease until that ends.
    await world.db`update relay_wallets set lease_until = now()`;
    if (!crashed) break;
  }
  await ageAttempts(world);
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await refundSlots()).toHaveLength(slots + 1);
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a refund in a block that is replaced is sent again, and returned once", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  await drain(world.systemContext());
  await world.chain.mine();
  await index(world);
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { state: "mined" } });
  await world.chain.request("anvil_reorg", [1, []]);
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "in_flight" },
  });
  await ageAttempts(world);
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a signature that has run out at the final block fails the refund, and no earlier", async () => {
  const refund = await prepared();
  await world.db`
    update refunds set expires_at = to_timestamp(${String(await now())}::float8 + 300)
    where id = ${refund.id}`;
  const short = await read(refund);
  const { owner } = world.merchant;
  await administer(world, "blacklist", owner.address);
  await authorize(short, await signed(short));
  await drain(world.systemContext());
  await world.chain.request("evm_increaseTime", [400]);
  await world.chain.mine();
  await hasten();
  await drain(world.systemContext(), 2);
  expect(await read(refund)).toMatchObject({ status: "submitted" });
  await administer(world, "unBlacklist", owner.address);
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "failed",
    failureReason: "authorization_expired",
    authorization: { state: "dead" },
  });
  expect(await refundSlots()).not.toContainEqual(expect.objectContaining({ state: "signed" }));
  // One that is about to run out is not taken.
  const late = await prepared();
  await world.db`
    update refunds set expires_at = to_timestamp(${String(await now())}::float8 + 30)
    where id = ${late.id}`;
  const offered = await read(late);
  expect(await reasonOf(authorize(offered, await signed(offered)))).toBe("expired");
});

async function now(): Promise<number> {
  const block = await world.chain.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  return Number(BigInt(block.timestamp));
}

/** The refund, whose signature runs out in five minutes. */
async function shortened(refund: View): Promise<View> {
  await world.db`
    update refunds set expires_at = to_timestamp(${String(await now())}::float8 + 300)
    where id = ${refund.id}`;
  return read(refund);
}

/** Lets a shortened refund's signature run out at the final block. */
async function runOut(): Promise<void> {
  await world.chain.request("evm_increaseTime", [400]);
  await world.chain.mine();
  await makeFinal(world);
  await hasten();
  await drain(world.systemContext(), 2);
}

const noSending: Fault = ({ method }) => {
  if (method !== "eth_sendRawTransaction") return undefined;
  throw new RpcUnavailable("no node takes it");
};

test("one that runs out while its transaction is stuck fails the refund, and the nonce is used up by a no-op", async () => {
  const refund = await shortened(await prepared());
  await authorize(refund, await signed(refund));
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { state: "in_flight" } });
  await world.chain.request("anvil_dropAllTransactions", []);
  fault = noSending;
  await runOut();
  expect(await read(refund)).toMatchObject({
    status: "failed",
    failureReason: "authorization_expired",
    refundTxHash: null,
    authorization: { state: "dead", txHash: null },
  });
  fault = () => undefined;
  await ageAttempts(world);
  await settle();
  const slot = (await refundSlots()).at(-1);
  expect(slot?.state).toBe("consumed");
  const used = slot?.attempts.find(({ hash }) => hash === slot.consumedBy);
  expect(used?.kind).toBe("noop");
  expect(await read(refund)).toMatchObject({ authorization: { state: "dead" } });
});

test("one that is stuck while its wallet sends the steps is not needed, and the nonce is used up by a no-op", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  await drain(world.systemContext());
  await world.chain.request("anvil_dropAllTransactions", []);
  fault = noSending;
  await takeSteps(refund);
  await makeFinal(world);
  await hasten();
  await drain(world.systemContext(), 2);
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "superseded", txHash: null },
  });
  fault = () => undefined;
  await ageAttempts(world);
  await settle();
  const slot = (await refundSlots()).at(-1);
  const used = slot?.attempts.find(({ hash }) => hash === slot.consumedBy);
  expect(used?.kind).toBe("noop");
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

/** The merchant's wallet sends what the instructions named before it signed, with the refund's ref or another one. */
async function takeSteps({ instructions, refundRef }: View, ref = refundRef): Promise<void> {
  const { owner } = world.merchant;
  await world.chain.request("anvil_setBalance", [owner.address, "0x8ac7230489e80000"]);
  for (const { to, data } of instructions?.steps ?? []) {
    await world.send(owner, { to, data: data.replace(refundRef.slice(2), ref.slice(2)) as Hex });
  }
}

test.each([
  ["payment", async () => ({ refund: await prepared(), payer, amount: AMOUNT })],
  ["charge", preparedOfCharge],
])(
  "one that has run out does not fail a refund of a %s that the contract has made, though the books do not show it",
  async (_, prepare) => {
    const { refund: made, payer: receiver, amount } = await prepare();
    const refund = await shortened(made);
    const before = await world.balanceOf(receiver.address);
    await authorize(refund, await signed(refund));
    await takeSteps(refund);
    await makeFinal(world);
    expect(await world.balanceOf(receiver.address)).toBe(before + amount);
    expect(await read(refund)).toMatchObject({ status: "completed" });
    // As if a node had hidden the event.
    await world.db`
    update refunds set status = 'submitted', tx_hash = null, log_index = null, block_number = null,
      closed_at = null
    where id = ${refund.id}`;
    await world.db`
    update refund_authorizations set state = 'queued' where refund_id = ${refund.id}`;
    await runOut();
    expect(await read(refund)).toMatchObject({
      status: "submitted",
      failureReason: null,
      authorization: { state: "queued" },
    });
  },
);

test("one whose proof is not stored any more fails the refund once it has run out", async () => {
  const refund = await shortened(await prepared());
  await authorize(refund, await signed(refund));
  await world.db`
    update transactions set intent_signature = null, intent_nonce = null
    where id = ${refund.transactionId}`;
  await runOut();
  expect(await read(refund)).toMatchObject({
    status: "failed",
    failureReason: "authorization_expired",
    authorization: { state: "dead" },
  });
});

test("one whose ref the contract has taken for a payment that is not known fails the refund", async () => {
  const [refund, other] = [await prepared(), await prepared()];
  await authorize(refund, await signed(refund));
  await world.db`
    update transactions set payment_id = ${someHash()} where id = ${other.transactionId}`;
  await takeSteps(other, refund.refundRef);
  await makeFinal(world);
  expect(await read(refund)).toMatchObject({ status: "failed", failureReason: "ref_used" });
  expect(await read(other)).toMatchObject({ status: "pending" });
  await hasten();
  await drain(world.systemContext(), 2);
  expect(await read(refund)).toMatchObject({ authorization: { state: "superseded" } });
});

test("one that another account was faster with, by the same call, costs the merchant no more than any", async () => {
  const refund = await prepared();
  const { to, dataPrefix, dataSuffix } = offerOf(refund);
  const signature = await signed(refund);
  const before = await usedByWallet();
  await authorize(refund, signature);
  fault = noSending;
  await drain(world.systemContext(), 2).catch(() => {});
  expect(await read(refund)).toMatchObject({ authorization: { state: "signed" } });
  fault = () => undefined;
  await world.send(payer, { to, data: concat([dataPrefix, signature, dataSuffix]) });
  await ageAttempts(world);
  await drain(world.systemContext());
  await world.chain.mine();
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { state: "mined" } });
  await settle();
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "superseded" },
  });
  expect(await usedByWallet()).toBe(before + 1);
});

test("after three transactions without effect it is sent no more, and says so", async () => {
  const { owner } = world.merchant;
  const before = await usedByWallet();
  const refund = await prepared();
  await authorize(refund, await signed(refund));
  await world.db`update refund_authorizations set rounds = 2 where refund_id = ${refund.id}`;
  fault = noSending;
  await drain(world.systemContext(), 2).catch(() => {});
  expect(await read(refund)).toMatchObject({ authorization: { state: "signed" } });
  fault = () => undefined;
  await administer(world, "blacklist", owner.address);
  await ageAttempts(world);
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  const givenUp = {
    status: "submitted",
    refundTxHash: null,
    authorization: { state: "queued", obstacle: "given_up" },
  };
  expect(await read(refund)).toMatchObject(givenUp);
  expect(await usedByWallet()).toBe(before + 10);
  await administer(world, "unBlacklist", owner.address);
  const slots = (await refundSlots()).length;
  await settle();
  expect(await read(refund)).toMatchObject(givenUp);
  expect(await refundSlots()).toHaveLength(slots);
  const shown = await read(refund);
  expect(shown.instructions).toMatchObject({
    steps: refund.instructions?.steps,
    authorizations: [],
  });
  const had = await world.balanceOf(payer.address);
  await takeSteps(shown);
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  expect(await read(refund)).toMatchObject({ status: "completed", instructions: null });
  expect(await world.balanceOf(payer.address)).toBe(had + AMOUNT);
});

/** The chain loses the block that the refund is final in, and is rebuilt. */
async function lose(refund: View, before = async () => {}): Promise<void> {
  const [row] = await world.db<{ blockNumber: bigint }[]>`
    select block_number from refunds where id = ${refund.id}`;
  const head = await world.chain.request<Hex>("eth_blockNumber");
  await loseLast(Number(BigInt(head) - (row?.blockNumber ?? 0n)) + 1, before);
}

/** The chain loses so many of its last blocks, and is rebuilt. */
async function loseLast(blocks: number, before = async () => {}): Promise<void> {
  await world.chain.request("anvil_reorg", [blocks, []]);
  await world.chain.mine();
  await before();
  const ctx = withChain(world.systemContext(), () => ({ local: false }));
  const args = ["--chain", "31337", "--json", "--one-node", "yes", "--apply", "--reason", "lost"];
  expect(await operate(ctx, "rebuild", ...args)).toMatchObject({ code: 0, err: "" });
}

test("a final refund that the chain has lost is submitted, and sent again", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  await lose(refund);
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "in_flight" },
  });
  await ageAttempts(world);
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a final refund that the chain has lost, and whose signed bytes are not kept any more, is signed for anew", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  const slots = (await refundSlots()).length;
  await world.db`
    update relay_attempts set raw = null
    where batch_id = (select batch_id from refund_authorizations where refund_id = ${refund.id})`;
  await lose(refund);
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    refundTxHash: null,
    authorization: { state: "queued", obstacle: null, txHash: null },
  });
  await settle(3);
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "done" },
  });
  expect(await refundSlots()).toHaveLength(slots + 1);
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a final refund that the chain has lost is sent again, though an operator has filled the gap before the rebuild", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  await authorize(refund, await signed(refund));
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  const slot = (await refundSlots()).at(-1);
  if (!slot) throw new Error("the refund has a slot");
  await lose(refund, async () => {
    await fillNonceGap(world.systemContext(), { chainId: 31_337, wallet: slot.wallet });
  });
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "queued", txHash: null },
  });
  await ageAttempts(world);
  await settle(3);
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

test("a refund in a block that is lost with final ones is in flight again", async () => {
  const refund = await prepared();
  const before = await world.balanceOf(payer.address);
  // Empty blocks would be the same ones again.
  await administer(world, "blacklist", `0x${"5".repeat(40)}`);
  await makeFinal(world);
  await authorize(refund, await signed(refund));
  await drain(world.systemContext());
  await world.chain.mine();
  await index(world);
  await drain(world.systemContext());
  expect(await read(refund)).toMatchObject({ authorization: { state: "mined" } });
  await loseLast(5);
  expect(await read(refund)).toMatchObject({
    status: "submitted",
    authorization: { state: "in_flight" },
  });
  await ageAttempts(world);
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
  expect(await world.balanceOf(payer.address)).toBe(before + AMOUNT);
});

/** Code that answers every call with so many bytes of what a wallet says that takes a signature (ERC-1271). */
const answering = (bytes: number): Hex =>
  `0x7f1626ba7e${"00".repeat(28)}60005260${bytes.toString(16).padStart(2, "0")}6000f3`;

test("a wallet whose code answers nothing takes no signature, and leaves the other wallet its own", async () => {
  const refund = await prepared();
  const { address } = await newPayer(world, 0n);
  await world.db`update refunds set payout = ${lowerHex(address)} where id = ${refund.id}`;
  for (const bytes of [0, 4]) {
    await world.chain.request("anvil_setCode", [address, answering(bytes)]);
    expect(await reasonOf(authorize(refund, `0x${"33".repeat(65)}`))).toBe("signature_invalid");
  }
  const signature = await signed(refund);
  fault = ({ method, params: [call] }) => {
    const { to } = (call ?? {}) as { to?: string };
    return method === "eth_call" && to === lowerHex(address) ? Promise.resolve(null) : undefined;
  };
  await expect(authorize(refund, signature)).rejects.toBeInstanceOf(ChainDoubt);
  fault = () => undefined;
  expect(await authorize(refund, signature)).toMatchObject({
    status: "submitted",
    authorization: { from: world.merchant.owner.address },
  });
  await settle();
  expect(await read(refund)).toMatchObject({ status: "completed" });
});

/** Code that goes round so often, with 26 gas each time, and then takes every signature. */
const circling = (rounds: number): Hex =>
  `0x62${rounds.toString(16).padStart(6, "0")}5b600190038060045750${answering(32).slice(2)}`;

test("a wallet whose code needs more gas than the relay gives it takes no signature", async () => {
  const { owner } = world.merchant;
  const refund = await prepared();
  const setCode = (code: Hex) => world.chain.request("anvil_setCode", [owner.address, code]);
  const signature: Hex = `0x${"33".repeat(65)}`;
  try {
    await setCode(circling(30_000));
    expect(await reasonOf(authorize(refund, signature))).toBe("signature_invalid");
    expect(await read(refund)).toMatchObject({ status: "pending", authorization: null });
    await setCode(circling(12_000));
    await authorize(refund, signature);
    await setCode(circling(30_000));
    await drain(world.systemContext());
    expect(await read(refund)).toMatchObject({
      authorization: { state: "queued", obstacle: "signature_refused" },
    });
    await setCode(circling(12_000));
    await settle();
  } finally {
    await setCode("0x");
  }
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "done" },
  });
});

test("what is below the relay's minimum is sent from the wallet alone", async () => {
  const refund = await prepared();
  const signature = await signed(refund);
  const ctx = world.merchantContext();
  const withLeast = (least: bigint): Ctx => ({
    ...ctx,
    config: { ...ctx.config, RELAY_MIN_AMOUNT: Number(least) },
  });
  expect(await refusalOf(authorize(refund, signature, withLeast(AMOUNT + 1n)))).toMatchObject({
    code: "invalid_request",
    info: { param: "signature", details: { reason: "below_relay_minimum" } },
  });
  const refused = await read(refund);
  expect(refused).toMatchObject({ status: "pending", authorization: null });
  expect(refused.instructions?.steps).toHaveLength(2);
  const taken = await authorize(refund, signature, withLeast(AMOUNT));
  // One that is taken already is answered as before.
  expect(await authorize(refund, signature, withLeast(AMOUNT + 1n))).toEqual(taken);
  await settle();
});

test("a wallet that has code since it signed is relayed as one with code", async () => {
  const { owner } = world.merchant;
  const refund = await prepared();
  await authorize(refund, await signed(refund));
  const senderOf = () => world.db`
    select sender_has_code, wallet from refund_authorizations where refund_id = ${refund.id}`;
  expect(await senderOf()).toMatchObject([{ senderHasCode: false }]);
  await world.chain.request("anvil_setCode", [owner.address, answering(32)]);
  try {
    await settle();
  } finally {
    await world.chain.request("anvil_setCode", [owner.address, "0x"]);
  }
  const wallet = world.chain.relayers.at(-1)?.address.toLowerCase();
  expect(await senderOf()).toMatchObject([{ senderHasCode: true, wallet }]);
  expect(await read(refund)).toMatchObject({
    status: "completed",
    authorization: { state: "done" },
  });
});
