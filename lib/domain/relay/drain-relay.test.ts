import { afterAll, beforeAll, expect, test } from "vitest";
import { getSession } from "@/lib/domain/payment-sessions/get-session";
import { getSubmission } from "@/lib/domain/relay/get-submission";
import {
  drain,
  makeFinal,
  newPayer,
  openSession,
  settlementsOf,
  signRequest,
  submit,
} from "@/lib/testing/relay";
import { createWorld, type World } from "@/lib/testing/world";

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "20" } });
});
afterAll(() => world.stop());

test("a signed payment is settled on chain, and confirmed when its block is final", async () => {
  const payer = await newPayer(world);
  const session = await openSession(world);
  const input = await signRequest(world, payer, session);
  const queued = await submit(world.merchantContext(), input);
  expect(queued).toMatchObject({
    status: "queued",
    outcome: "pending",
    txHash: null,
    attempts: [],
  });

  await drain(world.systemContext());
  const sent = await getSubmission(world.merchantContext(), input);
  expect(sent).toMatchObject({ status: "submitted", outcome: "pending", retryable: false });
  expect(sent.attempts).toHaveLength(1);

  await world.chain.mine();
  await drain(world.systemContext());
  expect(await getSubmission(world.merchantContext(), input)).toMatchObject({ status: "mined" });

  await makeFinal(world);
  const done = await getSubmission(world.merchantContext(), input);
  expect(done).toMatchObject({ status: "confirmed", outcome: "succeeded", txHash: sent.txHash });
  expect(done.transactionId).toMatch(/^txn_/);
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, queued.paymentId)).toBe(1);
  expect(await submit(world.merchantContext(), input)).toMatchObject({
    id: queued.id,
    status: "confirmed",
  });
});
