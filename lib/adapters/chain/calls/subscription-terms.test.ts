import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { fundPayer } from "@/testing/settlements";
import { chainTime } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import {
  committedOf,
  encodeSubscribe,
  encodeSubscribeSigned,
  readSubscriptionState,
} from "./subscription-calls";
import {
  capOf,
  permitDigest,
  permitMessage,
  type SubscriptionTerms,
  subscriptionIdOf,
  subscriptionIntentMessage,
} from "./subscription-terms";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

const usdc = () => {
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("there is USDC");
  return token;
};

const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => `0x${Buffer.from(array).toString("hex")}` as Hex);

test("digests are those of the contract and of another implementation of EIP-712", async () => {
  const deployment = world.deployment();
  const [chain] = world.chains.all;
  if (!chain) throw new Error("there is a chain");
  const anyTerms = fc.record({
    payer: hex(20),
    registry: hex(20),
    merchantId: uint(256),
    token: hex(20),
    amount: uint(256),
    interval: uint(256),
    startAt: uint(256),
    endAt: uint(256),
    permitValue: uint(256),
    permitDeadline: uint(256),
    permitNonce: uint(256),
    ref: hex(32),
  });
  await fc.assert(
    fc.asyncProperty(anyTerms, async (terms) => {
      const id = subscriptionIdOf(deployment, terms);
      expect(id).toBe(hashTypedData(subscriptionIntentMessage(deployment, terms)));
      expect(permitDigest(deployment, usdc(), terms)).toBe(
        hashTypedData(permitMessage(deployment, usdc(), terms)),
      );
      const asked = await readContract(chain.rpc, {
        abi: subscriptionManagerAbi,
        address: addressOf(deployment, "subscriptions"),
        functionName: "subscriptionId",
        args: [terms],
      });
      expect(id).toBe(asked);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ["subscribe", encodeSubscribe],
  ["subscribeSigned", encodeSubscribeSigned],
])("%s takes what the payer signed, and the cap is as computed", async (_, encode) => {
  const deployment = world.deployment();
  const { rpc } = deployment.chain;
  const payer = await fundPayer(world);
  const account = privateKeyToAccount(payer.privateKey);
  const now = await chainTime(world);
  const terms: SubscriptionTerms = {
    payer: lowerHex(payer.address),
    registry: addressOf(deployment, "registry"),
    merchantId: world.merchant.chainMerchantId.test,
    token: usdc().address,
    amount: 7_000_000n,
    interval: 2_592_000n,
    startAt: now + 60n,
    endAt: now + 60n + 2_592_000n * 3n,
    permitValue: 50_000_000n,
    permitDeadline: now + 900n,
    permitNonce: await permitNonceOf(rpc, usdc().address, lowerHex(payer.address)),
    ref: lowerHex(`0x${randomBytes(32).toString("hex")}`) as Bytes32,
  };
  const signed = {
    terms,
    permitSignature: await account.signTypedData(permitMessage(deployment, usdc(), terms)),
    intentSignature: await account.signTypedData(subscriptionIntentMessage(deployment, terms)),
  };
  const [relayer] = world.chain.relayers;
  if (!relayer) throw new Error("there is a relayer");
  await world.send(relayer, { to: addressOf(deployment, "subscriptions"), data: encode(signed) });
  const state = await readSubscriptionState(rpc, deployment, subscriptionIdOf(deployment, terms));
  expect(state.remaining).toBe(capOf(terms, state.startAt));
  expect(state.remaining).toBe(21_000_000n);
  const { payer: owner, token } = terms;
  expect(await committedOf(rpc, deployment, { payer: owner, token })).toBe(21_000_000n);
});

test("a cap is never above the permit, and without an end it is the permit's value", () => {
  const terms = { amount: 10n, interval: 100n, startAt: 0n, endAt: 0n, permitValue: 25n };
  const whole = (changed: object) => ({ ...terms, ...changed }) as unknown as SubscriptionTerms;
  expect(capOf(whole({}), 0n)).toBe(25n);
  expect(capOf(whole({ endAt: 200n }), 0n)).toBe(20n);
  expect(capOf(whole({ endAt: 201n }), 0n)).toBe(25n);
  expect(capOf(whole({ endAt: 201n, permitValue: 100n }), 0n)).toBe(30n);
  expect(capOf(whole({ permitValue: 2n ** 256n - 1n }), 0n)).toBe(2n ** 96n - 1n);
});
