import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
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

const AMOUNT = 5_000_000n;
let world: World;
let fault: Fault = () => undefined;
let direct: ChainAccount;

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) => faultyRpc(rpc, (call) => fault(call)),
  });
  direct = await fundPayer(world);
  await index(world);
});
afterAll(() => world.stop());
beforeEach(() => {
  fault = () => undefined;
});

/** A submission that waits, and a call of the processor that pays its session meanwhile. */
async function paidMeanwhile(amount = AMOUNT) {
  const session = await openSession(world, AMOUNT);
  const request = await signRequest(world, await newPayer(world), session);
  const view = await submit(world.merchantContext(), request);
  await payDirectly(world, direct, { amount, ref: session.ref });
  await world.chain.mine();
  return { session, view };
}

async function tryNow(): Promise<void> {
  await hurry(world);
  await drain(world.systemContext(), 2);
}

const statusOf = async ({ id }: SessionView) =>
  (await world.db`select status from payment_sessions where id = ${id}`)[0]?.status;

test("a payer is not charged for a session that was paid while the submission waited", async () => {
  const { session, view } = await paidMeanwhile();
  await index(world);
  await tryNow();
  expect(await submissionRow(world, view)).toMatchObject({
    state: "queued",
    failureCode: "session_closed",
    rounds: 0,
  });
  await makeFinal(world);
  expect(await statusOf(session)).toBe("confirmed");
  await tryNow();
  expect(await submissionRow(world, view)).toMatchObject({
    state: "rejected",
    failureCode: "session_closed",
  });
  await makeFinal(world);
  expect(await settlementsOf(world, view.paymentId)).toBe(0);
});

test.each([true, false])(
  "a final settlement ends it, though another is held up: first %s",
  async (heldFirst) => {
    const { session, view } = await paidMeanwhile();
    const pay = async () => {
      await payDirectly(world, direct, { amount: AMOUNT, ref: session.ref });
      await world.chain.mine();
      await index(world);
    };
    const hold = () => world.db`
    update transactions set payment_exception = 'screening'
    where session_id = ${session.id} and status = 'pending'`;
    await index(world);
    if (heldFirst) await hold();
    else await makeFinal(world);
    await pay();
    if (heldFirst) await makeFinal(world);
    else await hold();
    expect(await statusOf(session)).toBe("confirmed");
    await tryNow();
    expect(await submissionRow(world, view)).toMatchObject({
      state: "rejected",
      failureCode: "session_closed",
    });
  },
);

test("one that was signed for before waits for its authorization's end", async () => {
  const { session, view } = await paidMeanwhile();
  await world.db`update relay_submissions set rounds = 1 where id = ${view.id}`;
  await makeFinal(world);
  expect(await statusOf(session)).toBe("confirmed");
  await tryNow();
  const row = await submissionRow(world, view);
  expect(row).toMatchObject({ state: "queued", failureCode: "session_closed", rounds: 1 });
  expect(row.nextCheckAt).not.toBeNull();
  await world.chain.mine();
  expect(await settlementsOf(world, view.paymentId)).toBe(0);
  await world.db`update relay_submissions set valid_before = 1 where id = ${view.id}`;
  await tryNow();
  expect((await submissionRow(world, view)).state).toBe("expired");
});

test("nor when the settlement is seen between the look and the signing", async () => {
  const { view } = await paidMeanwhile();
  let isSeen = false;
  fault = async ({ method, ask }) => {
    if (method === "eth_feeHistory" && !isSeen) {
      isSeen = true;
      await index(world);
    }
    return ask();
  };
  await tryNow();
  expect(isSeen).toBe(true);
  fault = () => undefined;
  await world.chain.mine();
  expect(await submissionRow(world, view)).toMatchObject({ state: "queued", rounds: 0 });
  expect(await settlementsOf(world, view.paymentId)).toBe(0);
  await makeFinal(world);
  await tryNow();
});

test("a settlement that left the chain, was refused, or pays something else is in nobody's way", async () => {
  const [lost, refused, other] = [
    await paidMeanwhile(),
    await paidMeanwhile(),
    await paidMeanwhile(AMOUNT - 1n),
  ];
  await index(world);
  await world.db`
    update transactions set status = 'reorged' where session_id = ${lost.session.id}`;
  const [held] = await world.db<{ id: string }[]>`
    update transactions set payment_exception = 'screening' where session_id = ${refused.session.id}
    returning id`;
  const auditId = await world.db.begin((tx) =>
    recordAudit(world.systemContext(), tx, {
      action: "screening.refuse",
      subject: { type: "transaction", id: held?.id ?? "" },
      before: null,
      after: null,
    }),
  );
  await world.db`
    insert into screening_decisions (resource_id, decision, audit_id)
    values (${held?.id ?? ""}, 'refused', ${auditId})`;
  await tryNow();
  for (const { view } of [lost, refused, other]) {
    expect((await submissionRow(world, view)).state).not.toBe("queued");
  }
});
