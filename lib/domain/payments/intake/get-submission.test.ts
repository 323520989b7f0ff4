import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/core/errors";
import type { ChainAccount } from "@/testing/chain";
import { newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { getSubmission } from "./get-submission";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await newPayer(world);
});
afterAll(() => world.stop());

const notFound = async (found: Promise<unknown>) => {
  const error: unknown = await found.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ code: "not_found" });
};

test("a submission is found by its key, by its own merchant, in its own mode", async () => {
  const view = await submit(world.merchantContext(), await signRequest(world, payer, null));
  expect(await getSubmission(world.merchantContext(), view)).toEqual(view);
  const other = await world.addMerchant();
  await notFound(getSubmission(world.merchantContext({ merchantId: other.id }), view));
  await notFound(getSubmission(world.merchantContext({ mode: "live" }), view));
  await notFound(getSubmission(world.merchantContext(), { idempotencyKey: "unknown" }));
});

test("the hosted pages' submissions are theirs, and their key reads none by key", async () => {
  const input = await signRequest(world, payer, await openSession(world));
  const view = await submit(world.platformContext(), input);
  await notFound(getSubmission(world.merchantContext(), view));
  await notFound(getSubmission(world.platformContext(), view));
});

test("one that ended is kept for thirty days, one that is open for ever", async () => {
  const ended = await submit(world.merchantContext(), await signRequest(world, payer, null));
  const open = await submit(world.merchantContext(), await signRequest(world, payer, null));
  const days = (count: number) => world.db`
    update relay_submissions set closed_at = now() - ${count} * interval '1 day'
    where id = ${ended.id}`;
  await world.db`update relay_submissions set state = 'expired' where id = ${ended.id}`;
  await world.db`
    update relay_submissions set updated_at = now() - interval '90 days' where id = ${open.id}`;
  await days(29);
  expect(await getSubmission(world.merchantContext(), ended)).toMatchObject({ status: "failed" });
  await days(31);
  await notFound(getSubmission(world.merchantContext(), ended));
  expect(await getSubmission(world.merchantContext(), open)).toMatchObject({ status: "queued" });
});
