import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { readHeldSettlements } from "@/lib/domain/operations/stored-state";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { releaseHeldSettlements } from "@/lib/domain/payments/settlements/release-held-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { operate } from "@/testing/operator";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { slotsOf } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";

const AMOUNT = 5_000_000n;
const reason = ["--apply", "--reason", "decided by compliance"];

let list: string;
let world: World;

beforeEach(async () => {
  list = join(tmpdir(), `stipend-drill-${process.pid}-${Date.now()}.txt`);
  writeFileSync(list, `0x${"de".repeat(20)}\n`);
  world = await createWorld({ env: { SCREENING_LIST: list, RELAY_BATCH_WAIT_MS: "0" } });
});

afterEach(async () => {
  rmSync(list, { force: true });
  await world?.stop();
});

const run = (...args: string[]) => operate(world.systemContext(), ...args);
const read = (session: SessionView) => getSession(world.merchantContext(), session);

/** The lists are read again once a second: it waits until the new one counts. */
async function name(address: Address): Promise<void> {
  writeFileSync(list, `${address}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

async function transactionOf(session: SessionView) {
  const [row] = await world.db<{ id: string; status: string; paymentException: string }[]>`
    select id, status, payment_exception from transactions where session_id = ${session.id}`;
  if (!row) throw new Error("the payment was seen");
  return row;
}

async function completed(session: SessionView): Promise<number> {
  const rows = await world.db`
    select from events where resource_id = ${session.id} and type = 'payment.completed'`;
  return rows.length;
}

/** A payment of a listed payer that is final, and held up. */
async function heldPayment(): Promise<{ session: SessionView; id: string }> {
  const payer = await fundPayer(world);
  await name(payer.address);
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await makeFinal(world);
  const { id, ...row } = await transactionOf(session);
  expect(row).toEqual({ status: "pending", paymentException: "screening" });
  return { session, id };
}

test("drill: a settled payment that screening holds up is released, once", async () => {
  const { session, id } = await heldPayment();
  const listed = await run("screening");
  expect(listed.out).toContain(id);
  expect(listed.out).toContain("blocked (list)");
  expect((await run("screening", "release", id)).out).toContain("The payment would be confirmed.");
  expect(await read(session)).toMatchObject({ status: "pending" });

  const outcomes = await Promise.all([
    run("screening", "release", id, ...reason),
    run("screening", "release", id, ...reason),
  ]);
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await read(session)).toMatchObject({ status: "confirmed", payment: { state: "final" } });
  expect(await transactionOf(session)).toMatchObject({ paymentException: "none" });
  expect(await completed(session)).toBe(1);
  const audits = await world.db`select action, subject_id, reason, before, after from audit_log`;
  expect(audits).toEqual([
    {
      action: "screening.released",
      subjectId: id,
      reason: "decided by compliance",
      before: { status: "pending", paymentException: "screening" },
      after: { status: "confirmed", paymentException: "none" },
    },
  ]);
  expect((await run("screening")).out).toBe("Screening is holding no payments.");
});

test("drill: a refused payment is never confirmed and not asked about again, until it is released", async () => {
  const { session, id } = await heldPayment();
  expect(await readHeldSettlements(world.db)).toMatchObject({ count: 1 });
  expect((await run("status")).out).toContain("Held by screening, undecided: 1 (see screening).");
  expect(await run("screening", "refuse", id, ...reason)).toMatchObject({ code: 0 });
  // What is decided is nothing to look after any more.
  expect(await readHeldSettlements(world.db)).toMatchObject({ count: 0 });
  expect((await run("status")).out).toContain("Held by screening, undecided: 0.");
  // Nobody is named any more: without the decision it would be confirmed.
  await name(`0x${"ad".repeat(20)}`);
  await world.db`delete from compliance_screenings where resource_id = ${id}`;
  expect(await releaseHeldSettlements(world.systemContext(), { chainId: 31337 })).toBe(0);
  await makeFinal(world);
  expect(await read(session)).toMatchObject({ status: "pending" });
  expect(await transactionOf(session)).toMatchObject({ paymentException: "screening" });
  const asked = await world.db`select from compliance_screenings where resource_id = ${id}`;
  expect(asked).toHaveLength(0);
});

test("a session whose held payment is refused may be cancelled, and not before", async () => {
  const { session, id } = await heldPayment();
  await expect(cancelSession(world.merchantContext(), session)).rejects.toMatchObject({
    info: { details: { reason: "payment_in_flight" } },
  });
  expect(await run("screening", "refuse", id, ...reason)).toMatchObject({ code: 0 });
  await cancelSession(world.merchantContext(), session);
  expect(await read(session)).toMatchObject({ status: "cancelled" });
});

test("a decision outlives a reorganisation that brings the payment back", async () => {
  const { session, id } = await heldPayment();
  expect(await run("screening", "release", id, ...reason)).toMatchObject({ code: 0 });
  expect(
    await run("cursor", "--chain", "31337", "--to", "0", "--apply", "--reason", "read again"),
  ).toMatchObject({ code: 0 });
  // As a rebuild leaves it.
  await world.db`
    update transactions set status = 'reorged', payment_exception = 'reverted' where id = ${id}`;
  await makeFinal(world);
  expect(await transactionOf(session)).toMatchObject({
    status: "confirmed",
    paymentException: "none",
  });
  expect(await completed(session)).toBe(1);
});

test("a refused payment that is mined again stays refused", async () => {
  const { session, id } = await heldPayment();
  expect(await run("screening", "refuse", id, ...reason)).toMatchObject({ code: 0 });
  await name(`0x${"ad".repeat(20)}`);
  const back = ["cursor", "--chain", "31337", "--to", "0", "--apply", "--reason", "read again"];
  expect(await run(...back)).toMatchObject({ code: 0 });
  await makeFinal(world);
  expect(await transactionOf(session)).toMatchObject({
    status: "pending",
    paymentException: "screening",
  });
  expect(await read(session)).toMatchObject({ status: "pending" });
  // Whoever refused it may think again.
  expect(await run("screening", "release", id, ...reason)).toMatchObject({ code: 0 });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("any number of refused payments keeps none that waits for a list from being asked about", async () => {
  const { id } = await heldPayment();
  expect(await run("screening", "refuse", id, ...reason)).toMatchObject({ code: 0 });
  await world.db`
    insert into transactions
    select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_refused' || n, 'session_id', null,
      'ref', '\\x' || repeat('00', 32),
      'payment_id', '\\x' || lpad(to_hex(n), 64, '0'), 'block_number', 1))).*
    from transactions t, generate_series(1, 120) n where t.id = ${id}`;
  await world.db`
    insert into screening_decisions (resource_id, decision, audit_id)
    select 'txn_refused' || n, 'refused', d.audit_id
    from screening_decisions d, generate_series(1, 120) n where d.resource_id = ${id}`;
  const payer = await fundPayer(world);
  rmSync(list);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await makeFinal(world);
  expect(await transactionOf(session)).toMatchObject({ paymentException: "screening" });
  await name(`0x${"ad".repeat(20)}`);
  expect(await releaseHeldSettlements(world.systemContext(), { chainId: 31337 })).toBe(1);
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a chain that is halted confirms nothing, whoever asks", async () => {
  const { session, id } = await heldPayment();
  await world.db`update chain_cursors set halted_reason = 'lost'`;
  const { code, err } = await run("screening", "release", id, ...reason);
  expect({ code, err }).toEqual({ code: 1, err: "Refused: The payment's chain is halted." });
  expect(await read(session)).toMatchObject({ status: "pending" });
  expect(await world.db`select from audit_log`).toHaveLength(0);
});

/** A payment that was accepted while no list could be read. */
async function heldSubmission() {
  const payer = await newPayer(world);
  const session = await openSession(world, AMOUNT);
  const request = await signRequest(world, payer, session);
  rmSync(list);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  const submission = await submit(world.merchantContext(), request);
  expect(await submissionRow(world, submission)).toMatchObject({ state: "held" });
  return { session, submission };
}

test("drill: a payment that is held because no list answers is relayed when it is released", async () => {
  const { session, submission } = await heldSubmission();
  await drain(world.systemContext(), 3);
  expect(await settlementsOf(world, submission.paymentId)).toBe(0);
  expect((await run("screening")).out).toContain(submission.id);
  expect(await run("screening", "release", submission.id, ...reason)).toMatchObject({ code: 0 });
  await drain(world.systemContext(), 3);
  await world.chain.mine();
  expect(await settlementsOf(world, submission.paymentId)).toBe(1);
  // Its settlement is screened, too.
  await makeFinal(world);
  const { id, ...row } = await transactionOf(session);
  expect(row).toEqual({ status: "pending", paymentException: "screening" });
  expect(await run("screening", "release", id, ...reason)).toMatchObject({ code: 0 });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a payment that is held is rejected when it is refused, and its session is free", async () => {
  const { submission } = await heldSubmission();
  expect(await run("screening", "refuse", submission.id, ...reason)).toMatchObject({ code: 0 });
  expect(await submissionRow(world, submission)).toMatchObject({
    state: "rejected",
    failureCode: "payer_blocked",
  });
  const again = await run("screening", "release", submission.id, ...reason);
  expect(again).toMatchObject({ code: 1 });
});

test("what screening does not hold up is not decided", async () => {
  const payer = await newPayer(world);
  const submission = await submit(
    world.merchantContext(),
    await signRequest(world, payer, await openSession(world)),
  );
  for (const id of [submission.id, "txn_unknown"]) {
    expect((await run("screening", "release", id, ...reason)).code).toBe(1);
  }
  expect(await world.db`select from screening_decisions`).toHaveLength(0);
});

/** The world's relay with some of its keys. */
function withKeys(...which: number[]): Context<SystemActor> {
  const ctx = world.systemContext();
  const keys = which.flatMap((at) => world.chain.relayers[at]?.privateKey ?? []);
  return { ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS: keys } };
}

test("drill: a lost wallet is retired, its payments are sent from stored bytes, others take the rest", async () => {
  const [account] = world.chain.relayers;
  if (!account) throw new Error("there are relayers");
  const lost = { address: lowerHex(account.address) };
  const [first, second] = await newPayers(world, 2);
  if (!first || !second) throw new Error("there are payers");
  const merchant = world.merchantContext();
  const inFlight = await submit(
    merchant,
    await signRequest(world, first, await openSession(world)),
  );
  await drain(withKeys(0));
  expect(await slotsOf(world)).toMatchObject([{ wallet: lost.address, state: "in_flight" }]);
  await world.chain.request("anvil_dropAllTransactions", []);
  const queued = await submit(merchant, await signRequest(world, second, await openSession(world)));
  await world.db`update relay_submissions set wallet = ${lost.address} where id = ${queued.id}`;

  const retire = ["retire-wallet", lost.address, "--chain", "31337"];
  const dry = await operate(withKeys(1), ...retire);
  expect(dry.out).toContain("Its key is not configured");
  expect(dry.out).toContain("1 payment not signed for");
  expect(dry.out).toContain("1 payment in nonces that are open: 1 in_flight");
  expect(await operate(withKeys(1), ...retire, ...reason)).toMatchObject({ code: 0 });
  expect(await world.db`select action, subject_id from audit_log`).toEqual([
    { action: "relay_wallet.retire", subjectId: `31337:${lost.address}` },
  ]);

  await world.db`update relay_attempts set last_sent_at = last_sent_at - interval '1 minute'`;
  await drain(withKeys(1), 3);
  for (let block = 0; block < 5; block += 1) {
    await world.chain.mine();
    await index(world);
    await drain(withKeys(1));
  }
  for (const submission of [inFlight, queued]) {
    expect(await settlementsOf(world, submission.paymentId)).toBe(1);
    expect(await submissionRow(world, submission)).toMatchObject({ state: "confirmed" });
  }
  const again = await operate(withKeys(1), ...retire, ...reason);
  expect(again.out).toContain("Retired since");
  expect(await world.db`select from audit_log`).toHaveLength(1);

  const back = ["reinstate-wallet", lost.address, "--chain", "31337"];
  expect(await operate(withKeys(0, 1), ...back, ...reason)).toMatchObject({ code: 0 });
  expect(await world.db`select from audit_log`).toHaveLength(2);
});

test("an action that is refused leaves no entry, and one that fails to be written is not done", async () => {
  const [wallet] = world.chain.relayers;
  const payer = await newPayer(world);
  const merchant = world.merchantContext();
  await submit(merchant, await signRequest(world, payer, await openSession(world)));
  await drain(withKeys(0));
  const args = ["retire-wallet", wallet?.address ?? "", "--chain", "31337", ...reason];
  await world.db`alter table audit_log add constraint no_more check (false) not valid`;
  expect(await operate(withKeys(0), ...args)).toMatchObject({ code: 1 });
  expect(await world.db`select from relay_wallets where retired_at is not null`).toHaveLength(0);
  await world.db`alter table audit_log drop constraint no_more`;
  const unknown = `0x${"12".repeat(20)}`;
  const none = await run("retire-wallet", unknown, "--chain", "31337", ...reason);
  expect(none).toMatchObject({ code: 1, err: "Refused: No such relay wallet." });
  expect(await world.db`select from audit_log`).toHaveLength(0);
});
