import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodePay } from "@/lib/adapters/chain/calls/payment-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { httpRpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { Refusal } from "@/lib/core/errors";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, MerchantActor, PlatformActor } from "@/lib/domain/platform/context";
import { saltOf } from "@/scripts/build/contracts/core-salts";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc, unfilteredLogs } from "@/testing/faulty-rpc";
import { deployForeign } from "@/testing/foreign-contracts";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { getSubmission } from "./get-submission";
import { paymentRequest } from "./payment-request";

const AMOUNT = 5_000_000n;
let world: World;
let fault: Fault = () => undefined;
let direct: ChainAccount;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  direct = await fundPayer(world);
  payer = await newPayer(world);
  await index(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  fault = () => undefined;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
const withoutLogs: Fault = ({ method }) => {
  if (method === "eth_getLogs") throw new RpcError(-32005, "query exceeds the range", null);
  return undefined;
};

/** Paid by a call of the processor, in a block that the indexer has not read. */
async function paidDirectly(session: SessionView, change: { amount?: bigint } = {}) {
  const paid = await payDirectly(world, direct, { amount: AMOUNT, ref: session.ref, ...change });
  await world.chain.mine();
  return paid;
}

async function outcomeOf(
  session: SessionView,
  ctx: Context<MerchantActor | PlatformActor> = merchant(),
) {
  const input = await signRequest(world, payer, session);
  return submit(ctx, input).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, ...error.info.details };
  });
}

const inFlight = { code: "session_invalid_state", reason: "payment_in_flight" };

test("a session that was paid by a direct call takes no second authorization, indexed or not", async () => {
  const session = await openSession(world, AMOUNT);
  await paidDirectly(session);
  expect(await outcomeOf(session)).toMatchObject(inFlight);
  expect(await outcomeOf(session, world.platformContext())).toMatchObject(inFlight);
  await index(world);
  expect(await outcomeOf(session)).toMatchObject(inFlight);
});

test("what does not pay the session stops no payment", async () => {
  const other = await world.addMerchant();
  const session = await openSession(world, AMOUNT);
  await paidDirectly(session, { amount: 1n });
  await payDirectly(world, direct, {
    amount: AMOUNT,
    ref: session.ref,
    merchantId: other.chainMerchantId.test,
  });
  await payDirectly(world, direct, { mode: "live", amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  const view = await outcomeOf(session);
  expect(view).toMatchObject({ status: "queued" });
  if (!("id" in view)) throw new Error("it was taken");
  expect((await submissionRow(world, view)).state).toBe("queued");
});

test.each([
  ["another contract", saltOf("a core of another house")],
  ["another registry", undefined],
])("a payment of %s stops none, though a node gives its log", async (_of, salt) => {
  const foreign = await deployForeign(world, salt);
  // A core that is not ours can ask our registry, too, and names it in its events.
  const { registry } = salt ? world.deployment().contracts : foreign.contracts;
  const deployment = { ...foreign, contracts: { ...foreign.contracts, registry } };
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, direct, { deployment, amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  fault = unfilteredLogs(httpRpc([world.chain.rpcUrl]));
  expect(await outcomeOf(session)).toMatchObject({ status: "queued" });
  await index(world);
});

test("where the logs cannot be read the payment is held, and refused if it was paid", async () => {
  const [paid, unpaid] = [await openSession(world, AMOUNT), await openSession(world, AMOUNT)];
  await paidDirectly(paid);
  fault = withoutLogs;
  const second = await submit(merchant(), await signRequest(world, payer, paid));
  const first = await submit(merchant(), await signRequest(world, payer, unpaid));
  for (const view of [second, first]) {
    expect((await submissionRow(world, view)).state).toBe("held");
  }
  await hurry(world);
  await drain(world.systemContext());
  expect((await submissionRow(world, second)).state).toBe("held");
  fault = () => undefined;
  await hurry(world);
  await drain(world.systemContext(), 3);
  expect(await submissionRow(world, second)).toMatchObject({
    state: "rejected",
    failureCode: "payment_in_flight",
  });
  await world.chain.mine();
  await makeFinal(world);
  expect(await getSubmission(merchant(), first)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, second.paymentId)).toBe(0);
});

test("a node that hangs keeps nobody waiting: the payment is held, and goes on later", async () => {
  const session = await openSession(world, AMOUNT);
  const input = await signRequest(world, payer, session);
  const hung: (() => void)[] = [];
  fault = ({ ask }) =>
    new Promise((resolve, reject) => {
      hung.push(() => ask().then(resolve, reject));
    });
  const view = await submit(merchant(), input);
  // Nothing was answered until then.
  expect(hung.length).toBeGreaterThan(0);
  expect((await submissionRow(world, view)).state).toBe("held");
  fault = () => undefined;
  for (const answer of hung) answer();
  await hurry(world);
  await drain(world.systemContext(), 3);
  await world.chain.mine();
  await makeFinal(world);
  expect(await getSubmission(merchant(), view)).toMatchObject({ status: "confirmed" });
});

test("its own authorization, executed by somebody else, is not taken for another payment", async () => {
  const session = await openSession(world, AMOUNT);
  const input = await signRequest(world, payer, session);
  fault = ({ method }) => {
    if (method === "eth_getCode") throw new RpcUnavailable("no answer");
    return undefined;
  };
  const view = await submit(merchant(), input);
  expect((await submissionRow(world, view)).state).toBe("held");
  fault = () => undefined;

  const { payment } = paymentRequest(merchant().actor, input);
  await world.send(world.chain.operator, {
    to: addressOf(world.deployment(), "processor"),
    data: encodePay(addressOf(world.deployment(), "registry"), payment),
  });
  await hurry(world);
  await drain(world.systemContext(), 2);
  expect((await submissionRow(world, view)).state).toBe("held");
  await makeFinal(world);
  expect(await getSubmission(merchant(), view)).toMatchObject({ status: "confirmed" });
});
