import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { spendingFilter } from "@/lib/adapters/chain/reads/authorization-uses";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { zeroAddress, zeroBytes32 } from "@/lib/core/chain/hex";
import { nextNonce } from "@/lib/domain/payments/hosted-page/next-nonce";
import { paymentRequest } from "@/lib/domain/payments/intake/payment-request";
import { hidingNode } from "@/testing/faulty-rpc";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";

const settled = [paymentSettledTopic];
const { topics: spent } = spendingFilter({
  token: zeroAddress,
  payer: zeroAddress,
  nonce: zeroBytes32,
});

let world: World;
/** Hides settlements, for good. */
let hiding: ReturnType<typeof hidingNode>;
/** Hides what tokens say of authorizations. */
let deaf: ReturnType<typeof hidingNode>;

beforeAll(async () => {
  const wrapRpc = (rpc: Rpc) => {
    deaf = hidingNode(rpc, spent);
    hiding = hidingNode(deaf.rpc, settled);
    return hiding.rpc;
  };
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" }, wrapRpc });
}, 60_000);
afterAll(() => world?.stop());
beforeEach(async () => {
  hiding.state.hides = true;
  deaf.state.hides = false;
  await world.chain.mine();
});

const shown = async (view: { id: string }) => {
  const { state, failureCode } = await submissionRow(world, view);
  return { state, failureCode };
};

async function look(times = 2): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await hurry(world);
    await drain(world.systemContext());
    await index(world);
  }
}

const stored = async (view: { id: string }) => {
  const { sessionId } = await submissionRow(world, view);
  const [row] = await world.db`select status from payment_sessions where id = ${sessionId}`;
  return row?.status;
};

test("payments of ours whose logs no answer shows are booked by their transaction's receipt", async () => {
  const payers = await newPayers(world, 4);
  const views = await Promise.all(
    payers.map(async (payer) =>
      submit(world.merchantContext(), await signRequest(world, payer, await openSession(world))),
    ),
  );
  await drain(world.systemContext());
  await world.chain.mine();
  await index(world);
  await makeFinal(world);
  await look();
  for (const view of views) {
    expect(await shown(view)).toEqual({ state: "confirmed", failureCode: null });
    expect(await stored(view)).toBe("confirmed");
  }
  const rows = await world.db`select found_by from hidden_logs`;
  expect(rows).toContainEqual({ foundBy: "receipt" });
});

/** Somebody else brings a queued payment to the chain, and the relay finds its nonce used. */
async function settledByOutsider() {
  const payer = await newPayer(world);
  const session = await openSession(world);
  const input = await signRequest(world, payer, session);
  const view = await submit(world.merchantContext(), input);
  const { payment } = paymentRequest(world.merchantContext().actor, input);
  const to = addressOf(world.deployment(), "processor");
  await world.send(world.chain.operator, {
    to,
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  return { payer, session, input, view };
}

test("a payment that an outsider settled is found by what the token says, though its log stays hidden", async () => {
  const { view } = await settledByOutsider();
  await index(world);
  await look();
  await makeFinal(world);
  await look(3);
  expect(await shown(view)).toEqual({ state: "superseded", failureCode: null });
  expect(await stored(view)).toBe("confirmed");
});

test("nothing is concluded while no node shows what used an authorization", async () => {
  deaf.state.hides = true;
  const { view, payer, session, input } = await settledByOutsider();
  await index(world);
  await look();
  await makeFinal(world);
  await look(3);
  expect(await shown(view)).toMatchObject({ state: "queued" });
  const { usdc, chain } = world.deployment();
  const source = { db: world.db, chains: world.chains, chain };
  const asked = { token: usdc, payer: payer.address, since: new Date(session.createdAt) };
  const next = () => nextNonce(source, [input.auth.nonce], asked);
  const pending = { info: { details: { reason: "authorization_pending" } } };
  await expect(next()).rejects.toMatchObject(pending);
  // Its time is over, too: that says nothing of one that was used before.
  await world.chain.request("evm_increaseTime", [3_600]);
  await makeFinal(world);
  await look(3);
  expect(await shown(view)).toEqual({ state: "queued", failureCode: "nonce_used" });
  deaf.state.hides = false;
  await look(3);
  expect(await shown(view)).toEqual({ state: "superseded", failureCode: null });
  expect(await stored(view)).toBe("confirmed");
});
