import { decodeErrorResult, decodeEventLog, encodeFunctionData, type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { chargeBatchGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodeChargeBatch } from "@/lib/adapters/chain/calls/charge-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { TestMerchant } from "@/testing/register-merchant";
import type { DirectTerms } from "@/testing/subscription-rows";
import { insertPlan } from "@/testing/subscription-rows";
import { allowKeepers, chainTime } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import type { ClaimedSubscription } from "./claim-renewals";
import { decideRenewals, type Verdict } from "./decide-renewals";
import { readPositions } from "./read-positions";

/** `PREDICTED_PAYERS=10000` takes minutes and is run by hand. */
const PAYERS = Number(process.env.PREDICTED_PAYERS ?? 400);
const DAY = 86_400n;

let world: World;
let merchants: TestMerchant[];
beforeAll(async () => {
  world = await createWorld();
  await allowKeepers(world);
  merchants = [world.merchant, await world.addMerchant(), await world.addMerchant()];
});
afterAll(() => world.stop());

/** Numbers that look random, the same in each run. */
let seed = 20_260_301;
const below = (bound: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * bound);
};

interface Payer {
  address: Address;
  terms: DirectTerms[];
  balance: bigint;
  allowance: bigint;
  blocked: boolean;
}

const manager = () => addressOf(world.deployment(), "subscriptions");
const token = () => world.deployment().usdc;

function newPayer(index: number, now: bigint): Payer {
  const address = numberToHex(BigInt(index) + (1n << 150n), { size: 20 });
  const count = 1 + below(4);
  const terms = Array.from({ length: count }, (_, at): DirectTerms => {
    const amount = BigInt(1 + below(30)) * 1_000_000n;
    const startAt = now + 40n * DAY + BigInt(below(100_000));
    return {
      payer: lowerHex(address),
      registry: addressOf(world.deployment(), "registry"),
      merchantId: merchants[below(merchants.length)]?.chainMerchantId.test ?? 0n,
      token: token(),
      amount,
      interval: 30n * DAY,
      startAt,
      endAt: startAt + 60n * DAY,
      permitValue: 2n * amount,
      permitDeadline: 0n,
      permitNonce: BigInt(at),
      ref: `0x${"0".repeat(64)}`,
    };
  });
  const sum = Number(terms.reduce((total, { amount }) => total + amount, 0n) / 1_000_000n);
  const some = () => BigInt(below(2) === 0 ? sum + below(5) : below(sum + 2)) * 1_000_000n;
  return {
    address: lowerHex(address),
    terms,
    balance: some() + BigInt(below(2)),
    allowance: some() + BigInt(below(2)),
    blocked: below(20) === 0,
  };
}

interface Call {
  from: Address;
  to: Address;
  data: Hex;
  gas?: bigint;
}

/** Sends calls from accounts whose keys nobody has, and mines them. */
async function sendAll(calls: readonly Call[]): Promise<Bytes32[]> {
  const hashes: Bytes32[] = [];
  for (let at = 0; at < calls.length; at += 500) {
    const some = calls.slice(at, at + 500);
    // One after the other: those of an account follow each other.
    for (const { gas = 400_000n, ...call } of some) {
      const priced = { gas: numberToHex(gas), gasPrice: numberToHex(2_000_000_000n) };
      hashes.push(await world.chain.request("eth_sendTransaction", [{ ...call, ...priced }]));
    }
    await world.chain.mine(2);
  }
  return hashes;
}

const ofToken = (functionName: "approve", args: readonly [Address, bigint]) =>
  encodeFunctionData({ abi: fiatTokenAbi, functionName, args });

async function enrol(payers: readonly Payer[]): Promise<void> {
  const { request } = world.chain;
  await request("anvil_autoImpersonateAccount", [true]);
  await request("evm_setBlockGasLimit", [numberToHex(1_000_000_000n)]);
  const funds = numberToHex(10n ** 20n);
  for (let at = 0; at < payers.length; at += 200) {
    await Promise.all(
      payers
        .slice(at, at + 200)
        .map(({ address }) => request("anvil_setBalance", [address, funds])),
    );
  }
  const owner = world.chain.deployer.address;
  const toToken = (from: Address, data: Hex): Call => ({ from, to: token(), data });
  await sendAll(
    payers.map(({ address }) => toToken(address, ofToken("approve", [manager(), 2n ** 200n]))),
  );
  await sendAll(
    payers.flatMap(({ address, terms }) =>
      terms.map((one) => ({
        from: address,
        to: manager(),
        data: encodeFunctionData({
          abi: subscriptionManagerAbi,
          functionName: "subscribeDirect",
          args: [one],
        }),
      })),
    ),
  );
  await sendAll(
    payers.map(({ address, allowance }) =>
      toToken(address, ofToken("approve", [manager(), allowance])),
    ),
  );
  const mint = (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: localFiatTokenAbi, functionName: "mint", args: [to, amount] });
  const minted = payers.filter(({ balance }) => balance > 0n);
  await sendAll(minted.map(({ address, balance }) => toToken(owner, mint(address, balance))));
  const block = (account: Address) =>
    encodeFunctionData({ abi: localFiatTokenAbi, functionName: "blacklist", args: [account] });
  const blocked = payers.filter((payer) => payer.blocked);
  await sendAll(blocked.map(({ address }) => toToken(owner, block(address))));
}

/** As the table has them once they are claimed, in the order in which they fell due. */
async function claimedOf(payers: readonly Payer[]): Promise<ClaimedSubscription[]> {
  const { rpc } = world.deployment().chain;
  const all = payers.flatMap(({ terms }) => terms);
  const ids: Bytes32[] = [];
  for (let at = 0; at < all.length; at += 200) {
    const call = { abi: subscriptionManagerAbi, address: manager() } as const;
    const some = all.slice(at, at + 200);
    ids.push(
      ...(await Promise.all(
        some.map((one) =>
          readContract(rpc, { ...call, functionName: "subscriptionId", args: [one] }),
        ),
      )),
    );
  }
  const plan = await insertPlan(world);
  return all
    .map((terms, index) => {
      const at = new Date(Number(terms.startAt) * 1_000);
      const facts = {
        id: newId("subscription"),
        planId: plan.id,
        onchainId: lowerHex(ids[index] ?? "0x"),
        payer: terms.payer,
        tokenAddress: lowerHex(terms.token),
        chainMerchantId: terms.merchantId,
        nextChargeAt: at,
        attemptAt: at,
        dueAt: at,
      };
      // Nothing else of the row is looked at.
      return facts as unknown as ClaimedSubscription;
    })
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

const reasons = [
  [/exceeds allowance/, "insufficient_allowance"],
  [/exceeds balance/, "insufficient_balance"],
  [/blacklisted/, "address_blocked"],
  [/paused/, "token_paused"],
] as const;

function reasonOf(data: Hex): string {
  const { args } = decodeErrorResult({ abi: subscriptionManagerAbi, data });
  const text = String(args?.[0]);
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}

/** Has everything charged in the order in which it fell due, and says what the contract did of each. */
async function chargeAll(
  rows: readonly ClaimedSubscription[],
  verdicts: ReadonlyMap<ClaimedSubscription, Verdict>,
): Promise<Map<Bytes32, string>> {
  const outcomes = new Map<Bytes32, string>();
  const keeper = world.chain.relayers[0]?.address ?? "0x";
  for (let at = 0; at < rows.length; at += 60) {
    const groups = rows.slice(at, at + 60).map((row) => {
      const verdict = verdicts.get(row);
      if (verdict?.kind !== "pay" && verdict?.kind !== "fail") throw new Error("it is due");
      const { chainMerchantId, tokenAddress: of } = row;
      return { chainMerchantId, token: of, items: [verdict.due] };
    });
    const gas = chargeBatchGasLimit(groups.length, groups.length);
    const data = encodeChargeBatch(addressOf(world.deployment(), "registry"), groups);
    const [hash] = await sendAll([{ from: keeper, to: manager(), data, gas }]);
    const receipt = await world.chain.request<{
      status: Hex;
      logs: { address: Hex; topics: [Hex, ...Hex[]]; data: Hex }[];
    }>("eth_getTransactionReceipt", [hash]);
    expect(receipt.status).toBe("0x1");
    for (const log of receipt.logs.filter(({ address }) => lowerHex(address) === manager())) {
      const { eventName, args } = decodeEventLog({ abi: subscriptionManagerAbi, ...log });
      if (eventName === "SubscriptionCharged") outcomes.set(lowerHex(args.id), "pays");
      if (eventName === "ChargeFailed") outcomes.set(lowerHex(args.id), reasonOf(args.reason));
    }
  }
  return outcomes;
}

test(`of ${PAYERS} payers with several subscriptions, each charge ends as it was predicted`, async () => {
  const now = await chainTime(world);
  const payers = Array.from({ length: PAYERS }, (_, index) => newPayer(index, now));
  await enrol(payers);
  const rows = await claimedOf(payers);
  await world.chain.request("evm_setNextBlockTimestamp", [Number(now + 42n * DAY)]);
  await world.chain.mine();
  const deployment = world.deployment();
  const block = await readLatestBlock(deployment.chain);
  const verdicts = new Map<ClaimedSubscription, Verdict>();
  // Payers are apart from each other: some at a time, as a keeper claims them.
  for (let at = 0; at < payers.length; at += 100) {
    const some = new Set(payers.slice(at, at + 100).map(({ address }) => address));
    const claimed = rows.filter(({ payer }) => some.has(payer));
    const positions = await readPositions(world.db, deployment, block, claimed);
    for (const [row, verdict] of decideRenewals(claimed, positions, block.timestamp)) {
      verdicts.set(row, verdict);
    }
  }
  const predicted = new Map(
    rows.map((row) => {
      const verdict = verdicts.get(row);
      return [row.onchainId, verdict?.kind === "fail" ? verdict.code : (verdict?.kind ?? "none")];
    }),
  );
  const executed = await chargeAll(rows, verdicts);
  const found = new Map(
    [...executed].map(([id, outcome]) => [id, outcome === "pays" ? "pay" : outcome]),
  );
  expect(found.size).toBe(rows.length);
  expect(found).toEqual(predicted);
  const kinds = new Set(found.values());
  expect(kinds).toEqual(
    new Set(["pay", "insufficient_allowance", "insufficient_balance", "address_blocked"]),
  );
}, 1_800_000);
