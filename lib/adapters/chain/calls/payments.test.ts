import { encodeFunctionData, type Hex, hashTypedData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { Token } from "@/lib/adapters/chain/chains";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import {
  balanceOf,
  hasCode,
  isAuthorizationSpent,
  isBlacklisted,
  permitNonceOf,
} from "@/lib/adapters/chain/reads/tokens";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { paymentFailure, revertData } from "@/lib/adapters/chain/rpc/revert-reason";
import { RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { newPayer, signRequest } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { batchGasLimit } from "./call-gas";
import { encodePay, fitsBatch } from "./payment-calls";
import {
  authorizationDigest,
  authorizationMessage,
  intentIdOf,
  paymentIntentMessage,
} from "./payments";
import { isSignedBy, signatureBytes, splitSignature } from "./signatures";
import type { IntentPayment } from "./signed-payment";
import { simulateCall } from "./simulate-call";

let world: World;
let usdc: Token;

beforeAll(async () => {
  world = await createWorld();
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  usdc = token;
});
afterAll(() => world.stop());

async function signed(change: Parameters<typeof signRequest>[3] = {}): Promise<IntentPayment> {
  const payer = await newPayer(world);
  const input = await signRequest(world, payer, null, change);
  const { from: payerAddress, ...authorization } = input.auth;
  return {
    ...authorization,
    signatures: 2,
    merchantId: input.merchantId,
    token: input.token,
    payer: payerAddress,
    ref: input.ref,
    authSignature: signatureBytes(input.authSignature),
    intentSignature: signatureBytes(input.intentSignature),
  };
}

const simulated = (payment: IntentPayment) =>
  simulateCall(world.deployment().chain.rpc, {
    from: world.chain.operator.address,
    to: addressOf(world.deployment(), "processor"),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
    gas: 1_000_000n,
  });

test("a payment's id is its intent's digest, as the contract computes it", async () => {
  const payment = await signed();
  const { merchantId, token, payer, amount, ref, nonce } = payment;
  const id = intentIdOf(world.deployment(), payment);
  expect(id).toBe(hashTypedData(paymentIntentMessage(world.deployment(), payment)));
  expect(id).toBe(
    await readContract(world.deployment().chain.rpc, {
      address: addressOf(world.deployment(), "processor"),
      abi: paymentProcessorAbi,
      functionName: "paymentId",
      args: [
        addressOf(world.deployment(), "registry"),
        ...([merchantId, token, payer, amount, ref, nonce] as const),
      ],
    }),
  );
  expect(intentIdOf(world.deployment("live"), payment)).not.toBe(id);
});

test("an authorization's digest is the token's", async () => {
  const payment = await signed();
  const digest = authorizationDigest(world.deployment(), usdc, payment);
  expect(digest).toBe(hashTypedData(authorizationMessage(world.deployment(), usdc, payment)));
  expect(await isSignedBy(payment.payer, digest, payment.authSignature)).toBe(true);
  expect((await simulated(payment)).reverted).toBe(false);
});

test("the gas of a batch is what the contract says it is", async () => {
  const at = world.deployment();
  for (const [groups, items] of [
    [1, 1],
    [1, 50],
    [3, 17],
    [60, 60],
  ] as const) {
    const limit = await readContract(at.chain.rpc, {
      address: addressOf(at, "processor"),
      abi: paymentProcessorAbi,
      functionName: "batchGasLimit",
      args: [BigInt(groups), BigInt(items)],
    });
    expect(batchGasLimit(groups, items)).toBe(limit);
  }
  // A transaction may not have more (EIP-7825).
  expect(batchGasLimit(1, 60)).toBeLessThanOrEqual(16_777_216n);
});

test("what fits a batch's item fits the contract's types", () => {
  const settleBatch = paymentProcessorAbi.find(
    (entry) => entry.type === "function" && entry.name === "settleBatch",
  );
  const [, groups] = settleBatch && "inputs" in settleBatch ? settleBatch.inputs : [];
  const items = groups && "components" in groups ? groups.components[2] : undefined;
  const widths = Object.fromEntries(
    (items && "components" in items ? items.components : []).map(({ name, type }) => [name, type]),
  );
  expect(widths).toMatchObject({ from: "address", amount: "uint128", nonce: "bytes32" });
  for (const field of ["validAfter", "validBefore"]) {
    expect(["uint64", "uint256"]).toContain(widths[field]);
  }
});

test("only low signatures of 65 bytes and small numbers fit a batch", async () => {
  const payment = await signed();
  expect(fitsBatch(payment)).toBe(true);
  expect(fitsBatch({ ...payment, amount: 2n ** 128n })).toBe(false);
  expect(fitsBatch({ ...payment, validBefore: 2n ** 64n })).toBe(false);
  expect(fitsBatch({ ...payment, authSignature: `${payment.authSignature}00` })).toBe(false);
  const { r, s, v } = splitSignature(payment.authSignature);
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const high = `0x${(order - BigInt(s)).toString(16).padStart(64, "0")}` as Hex;
  const twin = signatureBytes({ r, s: high, v: v === 27 ? 28 : 27 });
  expect(fitsBatch({ ...payment, authSignature: twin })).toBe(false);
  const digest = authorizationDigest(world.deployment(), usdc, payment);
  expect(await isSignedBy(payment.payer, digest, twin)).toBe(false);
  expect(await isSignedBy(payment.payer, digest, "0x1234")).toBe(false);
});

test("why the contract and the token refuse is understood", async () => {
  const now = BigInt(Math.floor(Date.now() / 1000));
  const failure = async (payment: IntentPayment) => {
    const simulation = await simulated(payment);
    return simulation.reverted ? paymentFailure(simulation.data) : null;
  };
  const payment = await signed();
  const stranger = await signed();
  expect(await failure({ ...payment, merchantId: 999n })).toBe("merchant_not_payable");
  expect(await failure({ ...payment, token: world.merchant.payout })).toBe("token_unsupported");
  expect(await failure({ ...payment, intentSignature: stranger.intentSignature })).toBe(
    "signature_invalid",
  );
  expect(await failure({ ...payment, authSignature: stranger.authSignature })).toBe(
    "signature_invalid",
  );
  expect(await failure(await signed({ amount: 10n ** 18n }))).toBe("insufficient_balance");
  expect(await failure(await signed({ validBefore: now - 100n }))).toBe("expired");
  expect(
    await failure(await signed({ validAfter: now + 10_000n, validBefore: now + 20_000n })),
  ).toBe("not_yet_valid");
  expect(await failure(await signed({ amount: 0n }))).toBe("amount_zero");
  const { usdc: token } = world.deployment();
  const owner = async (functionName: "pause" | "unpause") =>
    world.send(world.chain.deployer, {
      to: token,
      data: encodeFunctionData({ abi: localFiatTokenAbi, functionName }),
    });
  await owner("pause");
  expect(await failure(payment)).toBe("token_paused");
  await owner("unpause");
  expect(paymentFailure("0x")).toBe("out_of_gas");
  expect(paymentFailure("0xdeadbeef")).toBe("reverted");
});

test("an error of the node is not a revert", () => {
  const reverted = "0x08c379a0" as const;
  expect(revertData(new RpcError(3, "execution reverted", reverted))).toBe(reverted);
  expect(revertData(new RpcError(-32000, "execution reverted", { data: reverted }))).toBe(reverted);
  expect(revertData(new RpcError(-32015, "VM execution error", null))).toBeNull();
  expect(revertData(new RpcError(-32000, "header not found", null))).toBeNull();
  expect(revertData(new RpcError(-32005, "rate limit exceeded", null))).toBeNull();
  expect(revertData(new RpcUnavailable("no answer"))).toBeNull();
});

test("a token tells balances, spent nonces, blocked accounts and permit nonces", async () => {
  const { rpc } = world.deployment().chain;
  const payment = await signed();
  const { payer, nonce } = payment;
  expect(await balanceOf(rpc, usdc.address, payer)).toBe(1_000_000_000n);
  expect(await isAuthorizationSpent(rpc, usdc.address, { authorizer: payer, nonce })).toBe(false);
  await world.send(world.chain.operator, {
    to: addressOf(world.deployment(), "processor"),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  expect(await isAuthorizationSpent(rpc, usdc.address, { authorizer: payer, nonce })).toBe(true);
  expect(await balanceOf(rpc, usdc.address, payer)).toBe(995_000_000n);
  expect(await isBlacklisted(rpc, usdc.address, payer)).toBe(false);
  expect(await isBlacklisted(rpc, usdc.address, usdc.address)).toBe(true);
  expect(await permitNonceOf(rpc, usdc.address, payer)).toBe(0n);
  expect(await hasCode(rpc, payer)).toBe(false);
  expect(await hasCode(rpc, usdc.address)).toBe(true);
});

test("an answer that is no value of the type says nothing", async () => {
  const rpc = { request: async () => null };
  await expect(balanceOf(rpc, usdc.address, usdc.address)).rejects.toThrow(ChainDoubt);
  await expect(hasCode(rpc, usdc.address)).rejects.toThrow("malformed");
  await expect(
    simulateCall(rpc, { from: usdc.address, to: usdc.address, data: "0x", gas: 1n }),
  ).rejects.toThrow(RpcUnavailable);
});
