import { keccak256, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import type { Engine } from "@/lib/engine/start-engine";
import { findRuns, finishedRuns, until } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { makeFinal } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { insertMailedCustomer, insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { markInvoicesOverdue, remindInvoices, remindPayers, settleRefunds } from "./billing";

const HOUR_MS = 3_600_000;
/** More than one step of a job does. */
const MANY = 101;

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  const jobs = [settleRefunds, markInvoicesOverdue, remindInvoices, remindPayers];
  engine = await startJobs(world.db, world.systemContext(), jobs);
});
afterAll(async () => {
  await engine?.stop();
  await world?.stop();
});

/** How many rows of a table there are in each status. */
const statuses = async (table: "refunds" | "invoices") =>
  Object.fromEntries(
    (
      await world.db<{ status: string; count: number }[]>`
        select status, count(*)::int from ${world.db(table)} group by status`
    ).map(({ status, count }) => [status, count]),
  );

test("a minute's run cancels forgotten refunds, and looks at every one that has a hash", async () => {
  await payDirectly(world, await fundPayer(world), { amount: 1_000n });
  await makeFinal(world);
  // Of a run before this one nothing is left.
  await world.db`delete from refunds`;
  const [payment] = await world.db<{ id: string }[]>`select id from transactions`;
  const ctx = world.merchantContext();
  const input = { transactionId: payment?.id ?? "", amount: 1n, reason: "other" } as const;
  const proof = await createRefund.prepare(ctx, input);
  const made = [];
  for (let n = 0; n < MANY + 2; n += 1) made.push(await createRefund.run(ctx, input, proof));
  const [forgotten, , ...recorded] = made;
  for (const [n, { id }] of recorded.entries()) {
    const refundTxHash = keccak256(toHex(`${id} ${n}`));
    await recordRefundSignature(ctx, { id, refundTxHash });
  }
  await world.db`
    update refunds set due_at = now() - interval '1 second', expires_at = now() where id = ${forgotten?.id ?? ""}`;
  // A day has passed on the chain since they were recorded, and no node knows them.
  await world.db`
    update refunds set submitted_at = now() - interval '2 days' where refund_tx_hash is not null`;
  const runs = await findRuns(world.db, "stipend-settle-refunds");
  await engine.advance(60_000);
  // The one run: another minute may begin while the test waits, and its run would go on with the rest.
  await finishedRuns(world.db, "stipend-settle-refunds", runs.length + 1);
  expect(await statuses("refunds")).toEqual({ cancelled: 1, pending: MANY + 1 });
}, 70_000);

test("an hour's run reminds all payers whose time it is", async () => {
  const plan = await insertPlan(world);
  const customerId = await insertMailedCustomer(world, { source: "merchant" });
  const nextChargeAt = new Date(Date.now() + 2 * 24 * HOUR_MS);
  for (let n = 0; n < 2 * MANY; n += 1) {
    const given = { planId: plan.id, customerId, nextChargeAt };
    const { id } = await insertSubscription(world, given);
    await world.db`
      insert into subscription_reminders (subscription_id, kind, about, remind_at)
      values (${id}, 'subscription_renewal_upcoming', ${nextChargeAt}, now())`;
  }
  await engine.advance(HOUR_MS);
  const mailed = async () =>
    (await world.db`select from mails where kind = 'subscription_renewal_upcoming'`).length;
  await until(async () => (await mailed()) === 2 * MANY, 20_000);
  expect(await mailed()).toBe(2 * MANY);
});

test("a day's runs remind of all invoices that are nearly due, and mark all that are", async () => {
  const ctx = world.merchantContext();
  const made = [];
  for (let n = 0; n < 2 * MANY + 1; n += 1) {
    const draft = await createInvoice(ctx, {
      lineItems: [{ description: "Coffee", quantity: 1, unitAmount: 1n }],
      currency: "USDC",
      customerEmail: "ada@x.example",
    });
    made.push(await sendInvoice(ctx, draft));
  }
  const ids = made.map(({ id }) => id);
  const [due, near] = [ids.slice(0, MANY), ids.slice(MANY, 2 * MANY)];
  await world.db`update invoices set due_at = now() - interval '1 second' where id = any (${due})`;
  await world.db`update invoices set remind_at = now() where id = any (${near})`;
  const mailed = async (kind: string) =>
    (await world.db`select from mails where kind = ${kind}`).length;
  await engine.advance(24 * HOUR_MS);
  await until(async () => (await mailed("invoice_reminder")) === MANY, 60_000);
  await until(async () => (await statuses("invoices")).overdue === MANY, 60_000);
  expect(await statuses("invoices")).toEqual({ overdue: MANY, sent: MANY + 1 });
  expect(await mailed("invoice_overdue")).toBe(MANY);
  expect(await mailed("invoice_reminder")).toBe(MANY);
});
