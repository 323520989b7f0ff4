import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { listContactMessages } from "@/lib/domain/admin/contact-messages/list-contact-messages";
import {
  answerContactMessage,
  reopenContactMessage,
} from "@/lib/domain/admin/contact-messages/mark-contact-message";
import { listMails } from "@/lib/domain/admin/mails/list-mails";
import { resendMail } from "@/lib/domain/admin/mails/resend-mail";
import { recordScreening } from "@/lib/domain/compliance/record-screening";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { drain, index, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import {
  listHeldPayments,
  refundHeldPayment,
  refuseHeldPayment,
  releaseHeldPayment,
} from "./decide-held-payment";
import { listOpenSubmissions, requeueSubmission } from "./requeue-submission";
import { listRelayWallets, retireRelayWallet } from "./retire-relay-wallet";

let world: World;
let ada: Context<AdminActor>;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await index(world);
});
// The audit log is never emptied: each test has an admin user of its own.
beforeEach(async () => {
  ada = await addAdminContext({ db: world.db, system: world.systemContext() });
});
afterAll(() => world?.stop());

const audit = async () => {
  const rows = await world.db<{ action: string; reason: string | null }[]>`
    select action, reason from audit_log where actor_name = ${ada.actor.adminId}
    order by created_at, id`;
  return rows.map(({ action, reason }) => (reason === null ? action : `${action}: ${reason}`));
};

/** A settled payment whose payer a list names. */
async function holdPayment(): Promise<string> {
  const payer = await fundPayer(world);
  const { paymentId } = await payDirectly(world, payer, { amount: 1_000_000n });
  await world.chain.mine(4);
  await index(world);
  const [row] = await world.db<{ id: string; mode: "test" | "live"; fromAddress: `0x${string}` }[]>`
    update transactions set payment_exception = 'screening', status = 'pending'
    where payment_id = ${paymentId} returning id, mode, from_address`;
  if (!row) throw new Error("it was indexed");
  await transaction(world.db, (tx) =>
    recordScreening(tx, {
      ...{ merchantId: world.merchant.id, mode: row.mode, subject: row.fromAddress },
      ...{ trigger: "settlement", action: "held", resourceId: row.id },
      screening: { result: "blocked", provider: "list", listVersion: "1", matches: ["list"] },
    }),
  );
  return row.id;
}

test("a held payment is refused once and then released, and a dry run changes nothing", async () => {
  const id = await holdPayment();
  const listed = async () => (await listHeldPayments(ada)).holds.find((held) => held.id === id);
  expect(await listed()).toMatchObject({ merchantId: world.merchant.id, decision: null });
  const dry = await releaseHeldPayment(ada, { id, dryRun: true });
  expect(dry).toMatchObject({
    ...{ applied: false, consequence: "The payment would be confirmed.", hold: { id } },
  });
  expect([await audit(), (await listed())?.decision]).toEqual([[], null]);
  const reason = "It is another person";
  expect((await refuseHeldPayment(ada, { id, reason, dryRun: false })).applied).toBe(true);
  expect((await listed())?.decision).toBe("refused");
  expect((await refuseHeldPayment(ada, { id, dryRun: false })).applied).toBe(false);
  expect(await audit()).toEqual([`screening.refused: ${reason}`]);
  expect((await releaseHeldPayment(ada, { id, dryRun: false })).applied).toBe(true);
  expect(await audit()).toEqual([`screening.refused: ${reason}`, "screening.released"]);
  const ofMerchant = { merchantId: world.merchant.id, actorName: ada.actor.adminId };
  expect((await listAuditLog(ada, ofMerchant)).data).toMatchObject([
    { action: "screening.released", mode: "test" },
    { action: "screening.refused", mode: "test" },
  ]);
  const [row] = await world.db`select status from transactions where id = ${id}`;
  expect(row?.status).toBe("confirmed");
  await expect(releaseHeldPayment(ada, { id, dryRun: true })).rejects.toMatchObject({
    info: { details: { reason: "not_held" } },
  });
});

test("a held payment is returned by its merchant, once; a dry run changes nothing", async () => {
  const id = await holdPayment();
  const refund = async (dryRun: boolean, reason?: string) => {
    const input = { id, dryRun, ...(reason === undefined ? {} : { reason }) };
    return refundHeldPayment.run(ada, input, await refundHeldPayment.prepare(ada, input));
  };
  const refunds = () => world.db`
    select merchant_id, status, amount::text, note from refunds where transaction_id = ${id}`;
  const dry = await refund(true);
  expect(dry.applied).toBe(false);
  expect(dry.consequence).toContain("from its own wallet");
  expect([await refunds(), await audit()]).toEqual([[], []]);
  expect((await refund(false, "On a list")).applied).toBe(true);
  // The merchant does not read why.
  expect(await refunds()).toEqual([
    { merchantId: world.merchant.id, status: "pending", amount: "1000000", note: null },
  ]);
  expect(await audit()).toEqual(["screening.refunded: On a list"]);
  await expect(refund(false)).rejects.toMatchObject({ info: { details: { reason: "not_held" } } });
  expect(await refunds()).toHaveLength(1);
});

test("a payment that screening keeps from being sent is refused, not returned", async () => {
  const payer = await newPayer(world);
  const request = await signRequest(world, payer, await openSession(world));
  const { id } = await submit(world.merchantContext(), request);
  await transaction(world.db, (tx) =>
    recordScreening(tx, {
      ...{ merchantId: world.merchant.id, mode: "test", subject: lowerHex(payer.address) },
      ...{ trigger: "relay", action: "held", resourceId: id },
      screening: { result: "blocked", provider: "list", listVersion: "1", matches: ["list"] },
    }),
  );
  await expect(refundHeldPayment.prepare(ada, { id, dryRun: true })).rejects.toMatchObject({
    info: { details: { reason: "not_held" } },
  });
  const input = { id, reason: "On a list", dryRun: false };
  expect(await refuseHeldPayment(ada, input)).toMatchObject({ applied: true });
  expect(await audit()).toEqual(["screening.refused: On a list"]);
});

test("a payment in progress is listed and taken up again, unless its transaction may still be mined", async () => {
  const request = await signRequest(world, await newPayer(world), await openSession(world));
  const { id } = await submit(world.merchantContext(), request);
  await world.db`
    update relay_submissions set next_check_at = now() + interval '1 hour' where id = ${id}`;
  const { submissions } = await listOpenSubmissions(ada);
  expect(submissions).toContainEqual(
    expect.objectContaining({ id, state: "queued", merchantId: world.merchant.id }),
  );
  const dry = await requeueSubmission(ada, { id, dryRun: true });
  expect(dry).toMatchObject({ applied: false, possible: true, state: "queued", slot: null });
  expect(await audit()).toEqual([]);
  const done = await requeueSubmission(ada, { id, reason: "It hangs", dryRun: false });
  expect(done).toMatchObject({ applied: true, possible: true });
  expect(await audit()).toEqual(["relay_submission.requeue: It hangs"]);
  await drain(world.systemContext());
  const signed = await requeueSubmission(ada, { id, dryRun: true });
  expect(signed).toMatchObject({ possible: false, slot: { state: "in_flight" } });
  expect(signed.consequence).toContain("may still be mined");
  await expect(requeueSubmission(ada, { id, dryRun: false })).rejects.toMatchObject({
    ...{ code: "session_invalid_state", info: { details: { reason: "slot_open" } } },
  });
  expect(await audit()).toHaveLength(1);
  const missing = { id: newId("relaySubmission"), dryRun: true };
  await expect(requeueSubmission(ada, missing)).rejects.toMatchObject({ code: "not_found" });
});

test("a relay wallet is retired once, with what waits for it told before", async () => {
  const request = await signRequest(world, await newPayer(world), await openSession(world));
  await submit(world.merchantContext(), request);
  await drain(world.systemContext());
  const [wallet] = (await listRelayWallets(ada)).wallets;
  if (!wallet) throw new Error("a wallet has relayed");
  const input = { chainId: wallet.chainId, address: wallet.address, reason: "Its key leaked" };
  const dry = await retireRelayWallet(ada, { ...input, dryRun: true });
  expect(dry).toMatchObject({
    applied: false,
    wallet: { address: wallet.address, retiredAt: null },
  });
  expect(await audit()).toEqual([]);
  const done = await retireRelayWallet(ada, { ...input, dryRun: false });
  expect(done).toMatchObject({ applied: true, wallet: { retiredAt: expect.any(Date) } });
  expect((await retireRelayWallet(ada, { ...input, dryRun: false })).applied).toBe(false);
  expect(await audit()).toEqual(["relay_wallet.retire: Its key leaked"]);
});

test("emails are listed by state, kind and address in any case, without what they tell, and queued again", async () => {
  const { db } = world;
  const add = async (kind: string, recipient: string, state: string) => {
    const id = newId("mail");
    const closedAt = state === "queued" ? null : new Date();
    const facts = { link: "https://secret.example/token" };
    await db`insert into mails ${db({ id, mode: "live", kind, recipient, facts, dedupeKey: id, state, closedAt })}`;
    return id;
  };
  await db`truncate mails`;
  const failed = await add("welcome", "Ada@Example.com", "failed");
  const sent = await add("welcome", "bob@example.com", "sent");
  const code = await add("sign_in_code", "ada@example.com", "queued");
  const ids = async (query: object) => {
    const { data } = await listMails(ada, query);
    expect(JSON.stringify(data)).not.toContain("secret.example");
    return data.map(({ id }) => id).sort();
  };
  expect(await ids({ state: "failed" })).toEqual([failed]);
  expect(await ids({ kind: "welcome" })).toEqual([failed, sent].sort());
  expect(await ids({ address: "ADA@example.com" })).toEqual([failed, code].sort());
  expect(await resendMail(ada, { id: failed, dryRun: true })).toMatchObject({ state: "failed" });
  for (const [id, reason] of [
    [sent, "not_unsent"],
    [code, "not_unsent"],
  ] as const) {
    await expect(resendMail(ada, { id, dryRun: true })).rejects.toMatchObject({
      info: { details: { reason } },
    });
  }
  expect(await audit()).toEqual([]);
  const reason = "The server is back";
  expect(await resendMail(ada, { id: failed, reason, dryRun: false })).toMatchObject({
    id: failed,
    state: "queued",
  });
  expect(await audit()).toEqual([`mail.resend: ${reason}`]);
  await expect(resendMail(ada, { id: sent, dryRun: false })).rejects.toMatchObject({
    info: { details: { reason: "not_unsent" } },
  });
  await expect(resendMail(ada, { id: newId("mail"), dryRun: false })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await audit()).toHaveLength(1);
});

test("a message is answered by an admin user, and open again; what holds already leaves no entry", async () => {
  const id = newId("contactMessage");
  const expiresAt = new Date(Date.now() + 3_600_000);
  const text = { name: "Ada", email: "ada@example.com", topic: "sales", message: "Hello" };
  await world.db`insert into contact_messages ${world.db({ id, ...text, expiresAt })}`;
  const answered = { id, answeredBy: ada.actor.adminId, answeredAt: expect.any(Date) };
  const listed = async (status?: "open" | "answered") =>
    (await listContactMessages(ada, { status })).data.map((one) => one.id);
  expect([await listed(), await listed("open"), await listed("answered")]).toEqual([
    [id],
    [id],
    [],
  ]);
  expect(await answerContactMessage(ada, { id })).toMatchObject(answered);
  expect(await answerContactMessage(ada, { id })).toMatchObject(answered);
  expect([await listed(), await listed("open"), await listed("answered")]).toEqual([
    [id],
    [],
    [id],
  ]);
  const open = { id, answeredBy: null, answeredAt: null };
  expect(await reopenContactMessage(ada, { id })).toMatchObject(open);
  expect(await reopenContactMessage(ada, { id })).toMatchObject(open);
  expect(await audit()).toEqual(["contact_message.answer", "contact_message.reopen"]);
});
