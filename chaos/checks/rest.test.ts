import { afterAll, beforeAll, expect, test } from "vitest";
import {
  chainTime,
  drain,
  drainFor,
  index,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { closeDown, comeToRest } from "./rest";

const LOOKS = 20;
/** A nonce counts as used by somebody else after several looks of one round. */
const ROUND_MS = 4_000;
let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world.stop());

/** As many rounds as it takes: in each the relay works, and what is mined becomes final. */
async function until(view: { id: string }, wanted: { state: string; failureCode: string }) {
  for (let look = 0; look < LOOKS; look += 1) {
    const { state, failureCode } = await submissionRow(world, view);
    if (state === wanted.state && failureCode === wanted.failureCode) return;
    await hurry(world);
    await drainFor(world.systemContext(), ROUND_MS);
    await makeFinal(world);
  }
  expect(await submissionRow(world, view)).toMatchObject(wanted);
}

/** Somebody else uses the nonce that a payment was signed into, and its bytes are lost. */
async function loseSlot(view: { id: string }): Promise<void> {
  const { wallet, txHash } = await submissionRow(world, view);
  const relayer = world.chain.relayers.find(({ address }) => address.toLowerCase() === wallet);
  if (!relayer) throw new Error("the payment was not signed for");
  await world.chain.request("anvil_dropTransaction", [txHash]);
  await world.send(relayer, { to: world.merchant.payout, data: "0x" });
}

test("a payment whose session is paid otherwise rests once it was signed for, and ends with its authorization", async () => {
  const { db, chain, chains } = world;
  const nodes = new Map([[chain.chainId, chain.request]]);
  const site = { db, nodes, chains, timeoutMs: 0 };
  const payer = await fundPayer(world);
  const session = await openSession(world);
  const request = await signRequest(world, await newPayer(world), session);
  const view = await submit(world.merchantContext(), request);
  const said = async (check: typeof comeToRest) =>
    (await check(site, "rest")).violations.filter((what) => what.startsWith(view.idempotencyKey));

  await drain(world.systemContext());
  await loseSlot(view);
  expect(await said(comeToRest)).toHaveLength(1);
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await makeFinal(world);
  await until(view, { state: "queued", failureCode: "session_closed" });
  expect(await said(comeToRest)).toEqual([]);
  // It does not count as closed.
  expect(await said(closeDown)).toHaveLength(1);

  const unless = async (change: ReturnType<typeof db>, undo: ReturnType<typeof db>) => {
    await change;
    expect(await said(comeToRest)).toHaveLength(1);
    await undo;
  };
  const { id } = view;
  const ofSession = db`session_id = ${session.id} and payment_id <> ${view.paymentId}`;
  await unless(
    db`update relay_submissions set rounds = 0 where id = ${id}`,
    db`update relay_submissions set rounds = 1 where id = ${id}`,
  );
  await unless(
    db`update relay_submissions set failure_code = 'insufficient_balance' where id = ${id}`,
    db`update relay_submissions set failure_code = 'session_closed' where id = ${id}`,
  );
  await unless(
    db`update relay_submissions set failure_code = null where id = ${id}`,
    db`update relay_submissions set failure_code = 'session_closed' where id = ${id}`,
  );
  await unless(
    db`update transactions set payment_exception = 'duplicate' where ${ofSession}`,
    db`update transactions set payment_exception = 'none' where ${ofSession}`,
  );
  await unless(
    db`update transactions set amount = amount - 1 where ${ofSession}`,
    db`update transactions set amount = amount + 1 where ${ofSession}`,
  );
  expect(await said(comeToRest)).toEqual([]);

  const left = request.auth.validBefore - (await chainTime(world));
  await chain.request("evm_increaseTime", [Number(left) + 1]);
  await chain.mine();
  await index(world);
  await until(view, { state: "expired", failureCode: "authorization_expired" });
  expect(await said(closeDown)).toEqual([]);
});
