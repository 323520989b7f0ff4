import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hex } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import type { SubmissionView } from "@/lib/domain/payments/intake/view";
import type { ChainAccount } from "@/testing/chain";
import {
  drain,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { removeOldRows } from "./remove-old-rows";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await newPayer(world);
});
afterAll(() => world.stop());

const remove = () => removeOldRows(world.systemContext(), { until: new Date(Date.now() + 60_000) });

/** A payment that was relayed; its nonce is closed where its block is final. */
async function relayed(): Promise<SubmissionView> {
  const session = await openSession(world);
  const view = await submit(world.merchantContext(), await signRequest(world, payer, session));
  await drain(world.systemContext());
  await world.chain.mine(1);
  return view;
}

async function settled(): Promise<SubmissionView> {
  const view = await relayed();
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  return view;
}

const age = (interval: string) => world.db`
  with submissions as (
    update relay_submissions set closed_at = now() - ${interval}::interval,
      created_at = now() - ${interval}::interval - interval '1 minute'
    where closed_at is not null
  ), batches as (
    update relay_batches set consumed_at = now() - ${interval}::interval where consumed_at is not null
  )
  update relay_attempts set created_at = now() - ${interval}::interval`;

const transactionOf = async ({ paymentId }: SubmissionView) => {
  const [row] = await world.db<
    { intentSignature: Hex | null; intentNonce: Hex | null; status: string }[]
  >`
    select intent_signature, intent_nonce, status from transactions
    where payment_id = ${paymentId}`;
  return row;
};
const rawOf = async (txHash: string | null) => {
  const [row] = await world.db<{ raw: Hex | null }[]>`
    select raw from relay_attempts where hash = ${txHash} and max_fee_per_gas > 0`;
  return row?.raw;
};
const isStored = async ({ id }: SubmissionView) =>
  (await world.db`select from relay_submissions where id = ${id}`).length > 0;

test("a settled payment keeps the payer's signature of the intent", async () => {
  const view = await settled();
  const { intentSignature, authNonce } = await submissionRow(world, view);
  expect(await transactionOf(view)).toMatchObject({ intentSignature, intentNonce: authNonce });
});

test("a submission that ended stays for 30 days; then its key is free, and its nonce and signature stay", async () => {
  const view = await settled();
  const { intentSignature, txHash } = await submissionRow(world, view);
  await age("29 days 23 hours 59 minutes");
  await remove();
  expect(await getSubmission(world.merchantContext(), view)).toMatchObject({ status: "confirmed" });
  await age("30 days 1 second");
  await remove();
  await expect(getSubmission(world.merchantContext(), view)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await isStored(view)).toBe(false);
  expect(
    await world.db`select from relay_batch_items where submission_id = ${view.id}`,
  ).toHaveLength(0);
  expect(
    await world.db`select nonce from relay_batches where consumed_by = ${txHash}`,
  ).toHaveLength(1);
  expect((await transactionOf(view))?.intentSignature).toBe(intentSignature);
});

test("a submission that was open for long stays for 30 days after its end", async () => {
  const view = await settled();
  await world.db`
    update relay_submissions set created_at = now() - interval '400 days' where id = ${view.id}`;
  await remove();
  expect(await isStored(view)).toBe(true);
});

test("a signature that the transaction does not have yet moves there before the submission goes", async () => {
  const view = await settled();
  const { intentSignature, authNonce } = await submissionRow(world, view);
  await world.db`
    update transactions set intent_signature = null, intent_nonce = null
    where payment_id = ${view.paymentId}`;
  await age("31 days");
  await remove();
  expect(await transactionOf(view)).toMatchObject({ intentSignature, intentNonce: authNonce });
});

test("an open submission stays at any age, and one whose payment is not confirmed", async () => {
  const [held, otherwise] = [await settled(), await settled()];
  const open = await submit(world.merchantContext(), await signRequest(world, payer, null));
  await world.db`
    update transactions set status = 'pending', payment_exception = 'screening'
    where payment_id in (${held.paymentId}, ${otherwise.paymentId})`;
  // As one whose authorization was settled in its other form: its own id leads to no payment.
  await world.db`
    update relay_submissions set payment_id = auth_nonce where id = ${otherwise.id}`;
  await world.db`update relay_submissions set created_at = now() - interval '400 days',
    updated_at = now() - interval '400 days'`;
  await age("400 days");
  await remove();
  expect(await isStored(open)).toBe(true);
  expect(await isStored(held)).toBe(true);
  expect(await isStored(otherwise)).toBe(true);
  await world.db`
    update transactions set status = 'confirmed'
    where payment_id in (${held.paymentId}, ${otherwise.paymentId})`;
});

test("an authorization that was used is refused after its submission is gone", async () => {
  const input = await signRequest(world, payer, null);
  const view = await submit(world.merchantContext(), input);
  await drain(world.systemContext());
  await world.chain.mine(1);
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  await age("31 days");
  await remove();
  expect(await isStored(view)).toBe(false);
  await expect(submit(world.merchantContext(), input)).rejects.toBeInstanceOf(Refusal);
});

test("signed bytes go 30 days after their nonce was used up at a final block, and not a minute before", async () => {
  const view = await settled();
  const { txHash } = await submissionRow(world, view);
  await age("29 days 23 hours 59 minutes");
  await remove();
  expect(await rawOf(txHash)).toMatch(/^0x02/);
  await age("30 days 1 second");
  await remove();
  expect(await rawOf(txHash)).toBeNull();
});

test("signed bytes of a nonce that is open stay at any age", async () => {
  const view = await relayed();
  const { txHash } = await submissionRow(world, view);
  await age("400 days");
  await remove();
  expect(await rawOf(txHash)).toMatch(/^0x02/);
});
