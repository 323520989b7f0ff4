import { randomBytes } from "node:crypto";
import { encodeDeployData, type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { batchGasLimit, payGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodePay, encodeSettleTermsBatch } from "@/lib/adapters/chain/calls/payment-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { lowerHex } from "@/lib/core/chain/hex";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import {
  paymentRequest,
  type RelayPaymentInput,
} from "@/lib/domain/payments/intake/payment-request";
import { planRequeue } from "@/lib/domain/payments/outcomes/requeue-submission";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import type { ChainAccount } from "@/testing/chain";
import { onFurtherDeployment, signOnce, type TermsChange } from "@/testing/one-signature";
import {
  chainTime,
  drain,
  index,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";

let first: World;
/** The same with a further deployment. */
let world: World;

beforeAll(async () => {
  first = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0", RELAY_BATCH_MAX: "20" } });
  world = await onFurtherDeployment(first);
  await makeFinal(world);
}, 60_000);
afterAll(() => first.stop());
beforeEach(() => world.chain.mine());

const merchant = () => world.merchantContext();
const drained = (times = 1) => drain(world.systemContext(), times);
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);
const once = async (payer: ChainAccount, change: TermsChange = {}) =>
  submit(merchant(), await signOnce(world, payer, null, change));
const stateOf = async (view: { id: string }) => (await submissionRow(world, view)).state;

/** Sends what is queued, mines it and makes it final. */
async function settle(): Promise<void> {
  await drained(2);
  await world.chain.mine();
  await drained();
  await makeFinal(world);
  await drained();
}

/** Settles a signed payment in a transaction of somebody else. */
async function settleElsewhere(input: RelayPaymentInput): Promise<Hex> {
  const { payment } = paymentRequest(merchant().actor, input);
  const to = addressOf(world.deployment(), "processor");
  return world.send(world.chain.operator, {
    to,
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
}

test("a payment with one signature is settled on chain, and confirmed when its block is final", async () => {
  const payer = await newPayer(world);
  const session = await openSession(world);
  const input = await signOnce(world, payer, session);
  const queued = await submit(merchant(), input);
  const before = (await slotsOf(world)).length;
  await settle();
  const done = await shown(input);
  expect(done).toMatchObject({ status: "confirmed", outcome: "succeeded" });
  expect(await getSession(merchant(), session)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, queued.paymentId)).toBe(1);
  expect((await slotsOf(world)).slice(before)).toMatchObject([
    { kind: "settle_terms_batch", items: 1, gasLimit: batchGasLimit(1, 1) },
  ]);
  expect(await submit(merchant(), input)).toEqual(done);
  // What a refund proves the payment with.
  const [proof] = await world.db<{ salt: bigint | null; intentSignature: Hex | null }[]>`
    select salt, intent_signature from transactions where id = ${done.transactionId}`;
  expect(proof).toEqual({ salt: 0n, intentSignature: null });
});

test("both forms, and each deployment, go in calls of their own", async () => {
  const payers = await newPayers(world, 4);
  const [a, b, c, d] = payers;
  if (!(a && b && c && d)) throw new Error("there are four");
  const views = [
    await once(a, { salt: 2n ** 96n - 1n }),
    await submit(merchant(), await signRequest(world, b, null)),
    await once(c),
    await submit(first.merchantContext(), await signRequest(first, d, null)),
  ];
  const before = (await slotsOf(world)).length;
  await settle();
  await settle();
  for (const view of views) expect(await stateOf(view)).toBe("confirmed");
  const slots = (await slotsOf(world)).slice(before);
  const made = slots.map(({ kind, items, gasLimit }) => ({ kind, items, gasLimit }));
  expect(made).toHaveLength(3);
  expect(made).toEqual(
    expect.arrayContaining([
      { kind: "settle_terms_batch", items: 2, gasLimit: batchGasLimit(1, 2) },
      { kind: "settle_batch", items: 1, gasLimit: batchGasLimit(1, 1) },
      { kind: "settle_batch", items: 1, gasLimit: batchGasLimit(1, 1) },
    ]),
  );
});

test("what does not fit the 140 bytes of an item goes alone, with its numbers whole", async () => {
  const amount = 2n ** 64n;
  const rich = await newPayer(world, amount);
  const [huge, late] = [
    await once(rich, { amount }),
    await once(await newPayer(world), { validAfter: 1n }),
  ];
  const before = (await slotsOf(world)).length;
  await settle();
  expect(await stateOf(huge)).toBe("confirmed");
  expect(await stateOf(late)).toBe("confirmed");
  expect(await world.balanceOf(lowerHex(rich.address))).toBe(0n);
  const slots = (await slotsOf(world)).slice(before);
  expect(slots).toMatchObject([
    { kind: "pay_terms", items: 1, gasLimit: payGasLimit },
    { kind: "pay_terms", items: 1, gasLimit: payGasLimit },
  ]);
});

test("whatever is packed into a batch, the contract reads what was signed", async () => {
  const payers = await newPayers(world, 4);
  const uint = (bytes: number) => BigInt(`0x${randomBytes(bytes).toString("hex")}`);
  for (let round = 0; round < 4; round += 1) {
    const payments = await Promise.all(
      payers.map(async (payer, index) => {
        const validBefore = index === 0 ? 2n ** 32n - 1n : (await chainTime(world)) + 1n + uint(2);
        const amount = 1n + (uint(8) % 250_000_000n);
        const input = await signOnce(world, payer, null, { amount, salt: uint(12), validBefore });
        const { payment } = paymentRequest(merchant().actor, input);
        if (payment.signatures !== 1) throw new Error("it is signed once");
        return payment;
      }),
    );
    const merchantId = world.merchant.chainMerchantId.test;
    const groups = [{ merchantId, token: world.deployment().usdc, payments }];
    const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
    const fees = payments.reduce((sum, { amount }) => sum + amount / 100n, 0n);
    const before = await world.balanceOf(world.merchant.payout);
    const to = addressOf(world.deployment(), "processor");
    await world.send(world.chain.operator, {
      to,
      data: encodeSettleTermsBatch(addressOf(world.deployment(), "registry"), groups),
    });
    expect((await world.balanceOf(world.merchant.payout)) - before).toBe(paid - fees);
    for (const { nonce } of payments) expect(await settlementsOf(world, nonce)).toBe(1);
  }
});

test("an item that would not settle is left out of its batch, and the cause is found", async () => {
  const [poor, well] = [await newPayer(world), await newPayer(world)];
  const views = [await once(poor), await once(well)];
  await spend(world, poor, 999_999_999n);
  const before = (await slotsOf(world)).length;
  await settle();
  expect(await Promise.all(views.map(stateOf))).toEqual(["queued", "confirmed"]);
  const { failureCode } = await submissionRow(world, views[0] ?? { id: "" });
  expect(failureCode).toBe("insufficient_balance");
  expect((await slotsOf(world)).slice(before)).toMatchObject([
    { kind: "settle_terms_batch", items: 1 },
  ]);
});

describe("payers with code", () => {
  async function deployWallet(signer: ChainAccount): Promise<Hex> {
    const deployer = connectDeployer({
      rpcUrl: world.chain.rpcUrl,
      deployerKey: world.chain.deployer.privateKey,
      onPending: () => world.chain.mine(),
    });
    const { bytecode } = readArtifact("local-smart-wallet");
    const args = [signer.address] as const;
    const { address } = await deployer.create(
      encodeDeployData({ abi: localSmartWalletAbi, bytecode, args }),
    );
    await world.mint(address, 100_000_000n);
    return lowerHex(address);
  }

  test("one goes alone, its code verifying the only signature", async () => {
    const signer = await newPayer(world, 0n);
    const smart = { ...signer, address: await deployWallet(signer) };
    const view = await once(smart);
    const before = (await slotsOf(world)).length;
    await settle();
    expect(await stateOf(view)).toBe("confirmed");
    expect((await slotsOf(world)).slice(before)).toMatchObject([{ kind: "pay_terms_signed" }]);
  });
});

describe("an authorization that is used up", () => {
  test("by somebody else's call of payTerms has settled the payment", async () => {
    const payer = await newPayer(world);
    const session = await openSession(world);
    const input = await signOnce(world, payer, session);
    const view = await submit(merchant(), input);
    await settleElsewhere(input);
    await makeFinal(world);
    expect(await shown(view)).toMatchObject({ status: "confirmed", failureCode: null });
    expect(await stateOf(view)).toBe("superseded");
    await settle();
    expect(await settlementsOf(world, view.paymentId)).toBe(1);
  });

  test.each(["once", "twice"] as const)(
    "as a payment of the other form has settled it, too: relayed %s",
    async (relayed) => {
      const payer = await newPayer(world);
      for (const session of [await openSession(world), null]) {
        const signed = await signOnce(world, payer, session, { salt: session ? 1n : 2n });
        const { nonce, validBefore } = signed.auth;
        const same = { nonce, validBefore, ref: signed.ref };
        const twice = await signRequest(world, payer, session, same);
        const [ours, theirs] = relayed === "once" ? [signed, twice] : [twice, signed];
        const view = await submit(merchant(), ours);
        await settleElsewhere(theirs);
        await index(world);
        await drained();
        expect(await stateOf(view)).toBe("queued");
        const plan = await planRequeue(world.systemContext(), { submissionId: view.id });
        expect(plan.verdict).toBe("settled");
        await makeFinal(world);
        expect(await shown(view)).toMatchObject({ status: "confirmed", failureCode: null });
        await hurry(world);
        await settle();
        expect(await stateOf(view)).toBe("superseded");
        expect(await world.balanceOf(lowerHex(payer.address))).toBe(
          session ? 995_000_000n : 990_000_000n,
        );
      }
    },
  );

  test.each(["once", "twice"] as const)(
    "as a payment of the other form that a rebuild takes back is open again: relayed %s",
    async (relayed) => {
      const height = Number(await world.chain.request<string>("eth_blockNumber", []));
      const payer = await newPayer(world);
      const views = [];
      for (const session of [await openSession(world), null]) {
        const signed = await signOnce(world, payer, session, { salt: session ? 4n : 5n });
        const { nonce, validBefore } = signed.auth;
        const same = { nonce, validBefore, ref: signed.ref };
        const twice = await signRequest(world, payer, session, same);
        const [ours, theirs] = relayed === "once" ? [signed, twice] : [twice, signed];
        const view = await submit(merchant(), ours);
        await settleElsewhere(theirs);
        views.push(view);
      }
      await makeFinal(world);
      expect(await Promise.all(views.map(stateOf))).toEqual(["superseded", "superseded"]);
      const proofs = await world.db<{ salt: bigint | null; intentSignature: Hex | null }[]>`
        select salt, intent_signature from transactions
        where from_address = ${lowerHex(payer.address)}`;
      // The other form's proves nothing of these.
      expect(proofs).toEqual(Array(2).fill({ salt: null, intentSignature: null }));

      const head = Number(await world.chain.request<string>("eth_blockNumber", []));
      await world.chain.reorg(head - height);
      const system = { ...world.systemContext(), actor: { kind: "system" } } as const;
      const { chainId } = world.chain;
      const plan = await planRebuild(system, { chainId });
      const named = plan.payments.map(({ submissionId }) => submissionId);
      expect(named.sort()).toEqual(views.map(({ id }) => id).sort());
      expect(await applyRebuild(system, plan)).toMatchObject({ closed: [] });
      expect(await Promise.all(views.map(stateOf))).toEqual(["queued", "queued"]);
      await world.mint(lowerHex(payer.address), 1_000_000_000n);
      await hurry(world);
      await settle();
      expect(await Promise.all(views.map(stateOf))).toEqual(["confirmed", "confirmed"]);
      for (const { paymentId } of views) expect(await settlementsOf(world, paymentId)).toBe(1);
    },
  );

  test("for other terms is consumed: its nonce alone says nothing", async () => {
    const payer = await newPayer(world);
    // A payment of less, whose nonce is then repeated by an intent of another amount.
    const less = await signOnce(world, payer, null, { amount: 1_000_000n, salt: 3n });
    const { nonce } = less.auth;
    const more = await signRequest(world, payer, null, { nonce, ref: less.ref });
    const view = await submit(merchant(), more);
    await settleElsewhere(less);
    await makeFinal(world);
    await drained();
    await hurry(world);
    await drained();
    await makeFinal(world);
    await drained();
    expect(await shown(view)).toMatchObject({
      status: "failed",
      failureCode: "authorization_consumed",
    });
  });
});

test("a payment in a block that is replaced is sent again, and settled once", async () => {
  const payer = await newPayer(world);
  const view = await once(payer);
  await drained();
  await world.chain.mine();
  await drained();
  expect(await stateOf(view)).toBe("mined");
  await world.chain.request("anvil_reorg", [1, []]);
  await drained();
  expect(await stateOf(view)).toBe("broadcast");
  await world.db`
    update relay_attempts set last_sent_at = last_sent_at - interval '1 minute'`;
  await settle();
  expect(await stateOf(view)).toBe("confirmed");
  expect(await settlementsOf(world, view.paymentId)).toBe(1);
});

test("nonces of the wallets follow each other", async () => {
  for (const { address } of world.chain.relayers) {
    const wallet = lowerHex(address);
    const counted = await world.chain.request<Hex>("eth_getTransactionCount", [wallet, "latest"]);
    const [row] = await world.db`select next_nonce from relay_wallets where address = ${wallet}`;
    expect(numberToHex(row?.nextNonce ?? 0n)).toBe(counted);
  }
});
