import { afterAll, beforeAll, expect, test } from "vitest";
import { payerReminders } from "@/lib/core/mails/mail-kinds";
import { type RecordingDb, recordingDb } from "@/testing/explain";
import { insertMailedCustomer, insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { findDueReminders } from "./due-reminders";
import { remindPayers } from "./remind-payers";

const STORED = 20_000;
/** Postgres keeps a generic plan from the sixth execution on. */
const EXECUTIONS = 7;
/** A page. */
const DUE = 200;
const growing = ["subscriptions", "subscription_reminders", "customers", "mails", "transactions"];

let world: World;
let recording: RecordingDb;

beforeAll(async () => {
  world = await createWorld();
  recording = recordingDb(world.database.url, { max: 2 });
  await world.db`analyze`;
  const ctx = { ...world.systemContext(), db: recording.db };
  for (let time = 0; time < EXECUTIONS; time += 1) await remindPayers(ctx);
  await fill();
}, 120_000);
afterAll(async () => {
  await recording.db.end();
  await world.stop();
});

/** Subscriptions of as many payers, each to be reminded of a charge; some of them now. */
async function fill(): Promise<void> {
  const plan = await insertPlan(world);
  const customerId = await insertMailedCustomer(world, { source: "merchant" });
  const nextChargeAt = new Date(Date.now() + 86_400_000);
  const given = { planId: plan.id, customerId, nextChargeAt };
  const { id } = await insertSubscription(world, given);
  await world.db`
    insert into subscriptions
    select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'sub_' || g, 'onchain_id', '\\x' || lpad(to_hex(g), 64, '0'),
      'payer', '\\x' || lpad(to_hex(g), 40, '0'), 'customer_id', null
    ))).* from subscriptions s, generate_series(1, ${STORED}::int) g where s.id = ${id}`;
  await world.db`
    insert into subscription_reminders (subscription_id, kind, about, remind_at)
    select s.id, k.kind, s.next_charge_at, now()
      + case when s.id like 'sub_%7' and length(s.id) < 8 then interval '0' else interval '9 days' end
    from subscriptions s, unnest(${[...payerReminders]}::text[]) k (kind)`;
}

test("reminders read what is due, whatever the statistics say", async () => {
  const ctx = { ...world.systemContext(), db: recording.db };
  let reminded = 0;
  const plans = await recording.during(async () => {
    reminded = await remindPayers(ctx);
  });
  expect(reminded).toBe(DUE);
  for (const { text, scanned, buffers } of plans) {
    expect(
      scanned.filter((name) => growing.includes(name)),
      text,
    ).toEqual([]);
    expect(buffers, text).toBeLessThan(40 * reminded);
  }
  await remindPayers(ctx);
  const idle = await recording.during(() => findDueReminders(recording.db));
  expect(idle.map(({ buffers }) => buffers).every((buffers) => buffers < 60)).toBe(true);
});
