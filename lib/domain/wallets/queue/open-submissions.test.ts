import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bytesType } from "@/db/array-types";
import { templateUrl } from "@/testing/template-url";

/*
 * The table of open submissions is derived by triggers. Here it is derived once more, from the rows that
 * it belongs to, and after each change the two must be equal.
 */
const CHAIN = 31337;
const hash = (name: string) => `0x${createHash("sha256").update(name).digest("hex")}`;
const address = (digit: number) => `0x${String(digit).repeat(40)}`;

const template = await templateUrl();
const admin = postgres(template.replace(/\/[^/]*$/, "/postgres"), { max: 1 });
const name = `open_${process.pid}`;
const url = template.replace(/\/[^/]*$/, `/${name}`);
const connect = () => postgres(url, { onnotice: () => {}, types: { bytes: bytesType } });
let db: ReturnType<typeof connect>;

beforeAll(async () => {
  const base = new URL(template).pathname.slice(1);
  await admin`create database ${admin(name)} template ${admin(base)}`;
  db = connect();
  await addSurroundings();
});
beforeEach(() => db`delete from relay_submissions where id like 'rs_%'`);
afterAll(async () => {
  await db.end({ timeout: 5 });
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});

async function addSurroundings(): Promise<void> {
  await db`insert into merchants (id, business_name) values ('mer_1', 'Aurora Coffee')`;
  await db`
    insert into deployments (id, mode, chain_id, usdc, genesis_hash, tokens)
    values ('dep_1', 'test', ${CHAIN}, ${address(2)}, ${hash("genesis")}, '{}')`;
  await db`
    insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
      token_address, ref, created_via, expires_at)
    values ('ps_1', 'mer_1', 'test', 'dep_1', 1, 'USDC', ${address(2)}, ${hash("ref")}, 'api', now())`;
}

function insert(id: string, change: Record<string, unknown> = {}) {
  const row = {
    id,
    merchant_id: "mer_1",
    mode: "test",
    origin: "api",
    idempotency_key: id,
    request_hash: Buffer.from("00", "hex"),
    kind: "payment",
    deployment_id: "dep_1",
    chain_id: CHAIN,
    state: "queued",
    chain_merchant_id: 1,
    payer: address(3),
    token_address: address(2),
    amount: 5,
    ref: hash("ref"),
    auth_nonce: hash(id),
    valid_after: 0,
    valid_before: 100,
    auth_signature: Buffer.from("00", "hex"),
    intent_signature: Buffer.from("00", "hex"),
    payment_id: hash(id),
    ...change,
  };
  return db`insert into relay_submissions ${db(row)}`;
}

async function addSlot(submissionId: string, state: string): Promise<void> {
  const id = `rb_${submissionId}`;
  await db`
    insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
      gas_limit)
    select ${id}, ${CHAIN}, ${address(7)}, count(*), 'dep_1', 'pay', ${state}, ${address(1)}, 1
    from relay_batches`;
  await db`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index)
    values (${id}, ${submissionId}, 0, 0)`;
}

interface Open {
  readonly id: string;
  readonly queue: string | null;
  readonly doubt: string | null;
}

/** What stands in the table, having compared it with what should. */
async function open(): Promise<Open[]> {
  const kept = await db`
    select submission_id, session_id, account, wallet, token_address, amount, debited, queue, doubt,
      chain_id, valid_before, due_at
    from relay_open_submissions order by submission_id`;
  const derived = await db`
    select s.id as submission_id, session_id, s.chain_id || ':0x' || encode(payer, 'hex') as account, s.wallet,
      token_address, amount, s.state = 'mined' and failure_code is null as debited,
      case s.state when 'held' then s.chain_id || ':held'
        when 'queued' then s.chain_id || case when payer_has_code then ':coded:' else ':plain:' end
          || coalesce('0x' || encode(s.wallet, 'hex'), '') end as queue,
      case when s.state in ('held', 'queued') then
          case when failure_code = 'nonce_used' then s.chain_id || ':nonce' end
        when failure_code is not null or b.state = 'consumed' then s.chain_id || ':slot' end as doubt,
      s.chain_id, valid_before, coalesce(next_check_at, s.created_at) as due_at
    from relay_submissions s
    left join relay_batch_items i on i.submission_id = s.id and i.open
    left join relay_batches b on b.id = i.batch_id
    where s.state in ('held', 'queued', 'signed', 'broadcast', 'mined') order by s.id`;
  const untimed = ({ due_at: _, ...row }: postgres.Row) => row;
  expect(kept.map(untimed)).toEqual(derived.map(untimed));
  for (const [index, { due_at }] of kept.entries()) {
    // One that is due as soon as it is there is not due a rounding later.
    expect(Math.abs(due_at - derived[index]?.due_at)).toBeLessThan(2);
  }
  return kept.map(({ submission_id: id, queue, doubt }) => ({ id, queue, doubt }));
}

const change = (id: string, values: Record<string, unknown>) =>
  db`update relay_submissions set ${db(values)} where id = ${id}`;

test("what failed holds its authorization no longer, what is confirmed does for ever", async () => {
  await insert("rs_failed", { state: "failed" });
  await insert("rs_closed", { state: "confirmed" });
  await insert("rs_again", { auth_nonce: hash("rs_failed") });
  await expect(insert("rs_twice", { auth_nonce: hash("rs_closed") })).rejects.toThrow(
    /authorization/,
  );
});

test("a submission stands where it waits, from its insertion until it ends", async () => {
  const own = async () => (await open()).find(({ id }) => id === "rs_1");
  const soon = new Date(Date.now() + 60_000);
  await insert("rs_1", { session_id: "ps_1" });
  expect(await own()).toMatchObject({ queue: "31337:plain:" });
  await change("rs_1", { wallet: address(7), payer_has_code: true });
  expect(await own()).toMatchObject({ queue: `31337:coded:${address(7)}` });
  await change("rs_1", { state: "held", next_check_at: soon, failure_code: "nonce_used" });
  expect(await own()).toMatchObject({ queue: "31337:held", doubt: "31337:nonce" });
  await change("rs_1", { state: "queued", next_check_at: null, failure_code: null, amount: 7 });
  expect(await own()).toMatchObject({ doubt: null });
  for (const state of ["signed", "broadcast", "mined"]) {
    await change("rs_1", { state });
    expect(await own()).toMatchObject({ queue: null, doubt: null });
  }
  await change("rs_1", { failure_code: "reverted", next_check_at: soon });
  expect(await own()).toMatchObject({ doubt: "31337:slot" });
  await change("rs_1", { state: "confirmed", failure_code: null });
  expect(await own()).toBeUndefined();
});

test("what is deleted is gone", async () => {
  await insert("rs_1");
  await db`delete from relay_submissions where id = 'rs_1'`;
  expect((await open()).some(({ id }) => id === "rs_1")).toBe(false);
});

test("a slot that is used up puts what it did not settle in doubt, until that is queued again", async () => {
  const doubt = async () => (await open()).find(({ id }) => id === "rs_slot")?.doubt;
  await insert("rs_slot", { state: "broadcast" });
  await addSlot("rs_slot", "mined");
  expect(await doubt()).toBeNull();
  await db`update relay_batches set state = 'consumed' where id = 'rb_rs_slot'`;
  expect(await doubt()).toBe("31337:slot");
  await db.begin(async (tx) => {
    await tx`update relay_batch_items set open = false where submission_id = 'rs_slot'`;
    await tx`update relay_submissions set state = 'queued' where id = 'rs_slot'`;
  });
  expect(await doubt()).toBeNull();
  await change("rs_slot", { state: "signed" });
  expect(await doubt()).toBeNull();
  await db`delete from relay_batch_items where submission_id = 'rs_slot'`;
});

test("a submission is open in one slot at a time", async () => {
  await insert("rs_one", { state: "broadcast" });
  await insert("other", { state: "broadcast" });
  await addSlot("rs_one", "mined");
  await addSlot("other", "consumed");
  const addTo = (batch: string, isOpen: boolean) => db`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index, open)
    values (${batch}, 'rs_one', 1, 0, ${isOpen})`;
  await expect(addTo("rb_other", true)).rejects.toThrow(/relay_batch_items_open/);
  await addTo("rb_other", false);
  await db`update relay_batch_items set open = false where submission_id = 'rs_one'`;
  await addTo("rb_rs_one", true);
  await db`delete from relay_batch_items where submission_id = 'rs_one'`;
});

test("a session has one open submission", async () => {
  await insert("rs_1", { session_id: "ps_1" });
  await expect(insert("rs_2", { session_id: "ps_1" })).rejects.toThrow(/session/);
  await change("rs_1", { state: "rejected" });
  await insert("rs_2", { session_id: "ps_1" });
});

test("an authorization is taken until its submission ends without being paid", async () => {
  const taken = { auth_nonce: hash("taken") };
  await insert("rs_1", taken);
  for (const [id, state] of [
    ["rs_2", "rejected"],
    ["rs_3", "expired"],
    ["rs_4", "failed"],
  ] as const) {
    await expect(insert(id, taken)).rejects.toThrow(/authorization/);
    await db`update relay_submissions set state = ${state} where auth_nonce = ${taken.auth_nonce} and state = 'queued'`;
    await insert(id, taken);
  }
  await change("rs_4", { state: "signed" });
  await change("rs_4", { state: "confirmed" });
  await expect(insert("rs_5", taken)).rejects.toThrow(/authorization/);
});

test("an authorization is one chain's, token's and payer's, and a key one merchant's, mode's and origin's", async () => {
  const same = { auth_nonce: hash("same"), idempotency_key: "same" };
  await insert("rs_1", same);
  await expect(insert("rs_2", { auth_nonce: same.auth_nonce })).rejects.toThrow(/authorization/);
  await expect(insert("rs_2", { idempotency_key: "same" })).rejects.toThrow(/submissions_key/);
  await insert("rs_2", { auth_nonce: same.auth_nonce, payer: address(4) });
  await insert("rs_3", { auth_nonce: same.auth_nonce, token_address: address(4) });
  await insert("rs_4", { auth_nonce: same.auth_nonce, chain_id: CHAIN + 1 });
  await insert("rs_5", { idempotency_key: "same", origin: "hosted" });
  await insert("rs_6", { idempotency_key: "same", mode: "live" });
});

test("each wallet that is screened for something has its own row, and each version of the lists", async () => {
  const screen = (subject: string, version: string) => db`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider,
      list_version, result, action, resource_id)
    values ('mer_1', 'test', ${subject}, 'relay', 'list', ${version}, 'clear', 'allowed', 'rs_1')`;
  await screen(address(3), "1");
  await screen(address(4), "1");
  await screen(address(3), "2");
  await expect(screen(address(3), "1")).rejects.toThrow(/screenings_once/);
});
