import { encodeFunctionData, type Hex, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { tokenDomain } from "@/lib/adapters/chain/calls/payments";
import { addressOf } from "@/lib/adapters/chain/chains";
import { Refusal } from "@/lib/core/errors";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import {
  paymentRequest,
  type RelayPaymentInput,
} from "@/lib/domain/payments/intake/payment-request";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { ChainAccount } from "@/testing/chain";
import { signOnce } from "@/testing/one-signature";
import {
  administer,
  drain,
  index,
  makeFinal,
  newPayer,
  openSession,
  settlementsOf,
  signRequest,
  spend,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";

const forms = ["two signatures", "one signature"] as const;
let world: World;
let form: (typeof forms)[number];

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world.stop());
beforeEach(() => world.chain.mine());

const merchant = () => world.merchantContext();
const drained = (times = 1) => drain(world.systemContext(), times);
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);

const sign = (
  payer: ChainAccount,
  session: SessionView | null,
  { salt = 0n }: { salt?: bigint } = {},
): Promise<RelayPaymentInput> =>
  form === "one signature"
    ? signOnce(world, payer, session, { salt })
    : signRequest(world, payer, session);

/** Signed and sent by the relay, and not mined. */
async function sent(payer: ChainAccount) {
  const session = await openSession(world);
  const input = await sign(payer, session);
  const view = await submit(merchant(), input);
  // What the tests before it left in the queue goes first.
  await drained(2);
  expect((await submissionRow(world, view)).state).toBe("broadcast");
  return { session, input, view };
}

/** Settles a signed payment in a transaction of somebody else. */
async function settleElsewhere(input: RelayPaymentInput): Promise<Hex> {
  const { payment } = paymentRequest(merchant().actor, input);
  const data = encodePay(addressOf(world.deployment(), "registry"), payment);
  return world.send(world.chain.operator, { to: addressOf(world.deployment(), "processor"), data });
}

/** The payer takes its authorization back on chain. */
async function cancelAuthorization(payer: ChainAccount, nonce: Hex): Promise<void> {
  const token = world.deployment().tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const signature = await privateKeyToAccount(payer.privateKey).signTypedData({
    domain: tokenDomain(token),
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer.address, nonce },
  });
  const { r, s, yParity } = parseSignature(signature);
  const data = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "cancelAuthorization",
    args: [payer.address, nonce, 27 + yParity, r, s],
  });
  await world.send(world.chain.operator, { to: token.address, data });
}

async function refusalOf(input: RelayPaymentInput): Promise<Refusal["info"]["details"]> {
  const error: unknown = await submit(merchant(), input).catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw new Error("it was taken");
  return error.info.details;
}

describe.each(forms)("with %s", (given) => {
  beforeAll(() => {
    form = given;
  });

  describe("an item that fails on chain", () => {
    test("is unknown, not failed: signing the same again is refused, and it is tried again by itself", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const { view, session, input } = await sent(payer);
      // In the same block, before the relay's transaction: the money is gone.
      await spend(world, payer, 1_000_000n);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "mined",
        outcome: "unknown",
        failureCode: "insufficient_balance",
        retryable: false,
      });

      const again =
        form === "one signature"
          ? await sign(payer, session)
          : await signRequest(world, payer, session, { nonce: input.auth.nonce });
      expect(await refusalOf(again)).toMatchObject({
        reason: "nonce_used",
        idempotencyKey: input.idempotencyKey,
      });
      await expect(cancelSession(merchant(), session)).rejects.toMatchObject({
        info: { details: { reason: "payment_in_flight" } },
      });

      await makeFinal(world);
      await world.mint(payer.address, 1_000_000n);
      await drained();
      await hurry(world);
      await drained(2);
      await world.chain.mine();
      await drained();
      await makeFinal(world);
      expect(await shown(view)).toMatchObject({
        status: "confirmed",
        outcome: "succeeded",
        failureCode: null,
      });
      expect((await shown(view)).attempts).toHaveLength(2);
      expect(await settlementsOf(world, view.paymentId)).toBe(1);
      expect(await world.balanceOf(payer.address)).toBe(0n);
    });

    test("leaves its neighbours alone", async () => {
      const [poor, rich] = [await newPayer(world, 5_000_000n), await newPayer(world)];
      const bad = await submit(merchant(), await sign(poor, null));
      const good = await submit(merchant(), await sign(rich, null));
      await drained();
      await spend(world, poor, 1n);
      await drained();
      await makeFinal(world);
      expect(await shown(good)).toMatchObject({ status: "confirmed" });
      expect(await shown(bad)).toMatchObject({ status: "mined", outcome: "unknown" });
    });

    test("is queued again three times at the most", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const { view } = await sent(payer);
      for (let round = 1; round <= 4; round += 1) {
        await spend(world, payer, 1n);
        await makeFinal(world);
        await drained(2);
        await world.mint(payer.address, 1n);
        await hurry(world);
        await drained(2);
        const { rounds } = await submissionRow(world, view);
        expect(rounds).toBe(Math.min(round + 1, 4));
      }
      expect(await shown(view)).toMatchObject({ status: "mined", outcome: "unknown" });
    });

    test("counts tenfold against the gas budgets, once it has failed for good", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const { view, input } = await sent(payer);
      await cancelAuthorization(payer, input.auth.nonce);
      await drained();
      await makeFinal(world);
      await hurry(world);
      await drained();
      expect((await submissionRow(world, view)).state).toBe("failed");
      const [budget] = await world.db`
      select used from gas_budgets where subject = ${`payer:${payer.address}`}`;
      expect(budget?.used).toBe(10);
    });
  });

  describe("an authorization that is used up without our settlement", () => {
    test("is failed when that is final, and not before", async () => {
      const payer = await newPayer(world);
      const { view, input, session } = await sent(payer);
      await cancelAuthorization(payer, input.auth.nonce);
      await index(world);
      await drained(2);
      await hurry(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "mined",
        outcome: "unknown",
        failureCode: "nonce_used",
        retryable: false,
      });
      await makeFinal(world);
      await hurry(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "failed",
        outcome: "failed",
        failureCode: "authorization_consumed",
        retryable: true,
      });
      // The session is free again, for another authorization.
      const next = await submit(merchant(), await sign(payer, session, { salt: 1n }));
      expect(next.status).toBe("queued");
    });

    test("is found out before anything is signed for it, too", async () => {
      const payer = await newPayer(world);
      const input = await sign(payer, null);
      const view = await submit(merchant(), input);
      await cancelAuthorization(payer, input.auth.nonce);
      await drained();
      expect(await shown(view)).toMatchObject({ status: "queued", failureCode: "nonce_used" });
      await makeFinal(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "failed",
        failureCode: "authorization_consumed",
        retryable: true,
        attempts: [],
      });
    });
  });

  describe("a payment that somebody else brings to the chain", () => {
    test("confirms the submission, which was sent in vain", async () => {
      const payer = await newPayer(world);
      const { view, input, session } = await sent(payer);
      const hash = await settleElsewhere(input);
      await drained();
      expect(await shown(view)).toMatchObject({ status: "mined", failureCode: "nonce_used" });
      await makeFinal(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "confirmed",
        outcome: "succeeded",
        txHash: hash,
        failureCode: null,
      });
      expect((await submissionRow(world, view)).state).toBe("superseded");
      expect(await getSession(merchant(), session)).toMatchObject({ status: "confirmed" });
      expect(await settlementsOf(world, view.paymentId)).toBe(1);
    });

    test("confirms it also when the relay had not signed yet", async () => {
      const payer = await newPayer(world);
      const input = await sign(payer, await openSession(world));
      const view = await submit(merchant(), input);
      await settleElsewhere(input);
      await drained();
      await makeFinal(world);
      await hurry(world);
      await drained();
      expect(await shown(view)).toMatchObject({ status: "confirmed", attempts: [] });
      expect(await settlementsOf(world, view.paymentId)).toBe(1);
    });
  });

  describe("an authorization that runs out", () => {
    test("expires what was never sent, once the final block says so", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const view = await submit(merchant(), await sign(payer, null));
      await spend(world, payer, 1n);
      await drained();
      await world.chain.passTime(1_000);
      await drained();
      expect(await shown(view)).toMatchObject({ status: "queued", retryable: false });
      await makeFinal(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "failed",
        outcome: "failed",
        failureCode: "authorization_expired",
        retryable: true,
      });
      expect((await submissionRow(world, view)).state).toBe("expired");
    });

    test("is not over while only the clock of this machine says so", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const view = await submit(merchant(), await sign(payer, null));
      await spend(world, payer, 1n);
      await index(world);
      // A chain that makes blocks slowly, or an indexer that is behind.
      await world.db`update chain_cursors set finalized_at = now() - interval '2 hours', reread_at = now() - interval '2 hours'`;
      await world.db`
      update relay_submissions set valid_before = floor(extract(epoch from now())) - 3600
      where id = ${view.id}`;
      await drained();
      expect((await submissionRow(world, view)).state).toBe("queued");
      await makeFinal(world);
      await drained();
      expect((await submissionRow(world, view)).state).toBe("expired");
    });

    test("fails what did not settle in time, and the wallet goes on", async () => {
      const payer = await newPayer(world, 5_000_000n);
      const { view } = await sent(payer);
      await spend(world, payer, 1n);
      await drained();
      await world.chain.passTime(1_000);
      await drained();
      expect(await shown(view)).toMatchObject({ status: "mined", outcome: "unknown" });
      await makeFinal(world);
      await drained();
      expect(await shown(view)).toMatchObject({
        status: "failed",
        failureCode: "authorization_expired",
        retryable: true,
      });
      const next = await sent(await newPayer(world));
      await world.chain.mine();
      await drained();
      await makeFinal(world);
      expect(await shown(next.view)).toMatchObject({ status: "confirmed" });
    });
  });

  test("a payer that is blocked between simulation and block is not charged, and no neighbour suffers", async () => {
    const payer = await newPayer(world);
    const { view } = await sent(payer);
    await administer(world, "blacklist", payer.address);
    await drained();
    expect(await shown(view)).toMatchObject({ status: "mined", failureCode: "address_blocked" });
    expect(await world.balanceOf(payer.address)).toBe(1_000_000_000n);
  });
});
