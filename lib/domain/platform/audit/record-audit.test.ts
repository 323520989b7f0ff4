import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { OperatorActor } from "@/lib/domain/platform/context";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { recordAudit } from "./record-audit";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

const actor: OperatorActor = {
  kind: "operator",
  name: "ada@ledger",
  command: "operator lift-halt --chain 1 --apply",
  reason: "the node was replaced",
};
const subject = { type: "chain", id: "1" };
const entry = { action: "chain.lift_halt", subject, before: { number: 5n }, after: null };
const record = () =>
  transaction(database.db, (tx) => recordAudit({ actor, requestId: "req_1" }, tx, entry));

test("an action is written with who, what, why and how", async () => {
  const id = await record();
  const [row] = await database.db`select * from audit_log where id = ${id}`;
  expect(row).toEqual({
    id,
    actorKind: "operator",
    actorName: "ada@ledger",
    action: "chain.lift_halt",
    merchantId: null,
    mode: null,
    subjectType: "chain",
    subjectId: "1",
    before: { number: "5" },
    after: null,
    reason: "the node was replaced",
    requestId: "req_1",
    command: "operator lift-halt --chain 1 --apply",
    createdAt: expect.any(Date),
  });
});

test("a key, a person and an admin user are named by their ids, with whose setting it was", async () => {
  const owned = { merchantId: "mer_1", mode: "live" } as const;
  const key = { ...owned, kind: "key", keyId: "ak_1", keyKind: "secret", scopes: [] } as const;
  const person = { ...owned, kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
  const admin = { kind: "admin", adminId: "adm_1", role: "admin", sessionId: "ses_2" } as const;
  for (const [by, expected] of [
    [key, { actorKind: "key", actorName: "ak_1", ...owned }],
    [person, { actorKind: "session", actorName: "usr_1", ...owned }],
    [admin, { actorKind: "admin", actorName: "adm_1", merchantId: null, mode: null }],
  ] as const) {
    const id = await transaction(database.db, (tx) =>
      recordAudit({ actor: by, requestId: "req_3" }, tx, entry),
    );
    const [row] = await database.db`select * from audit_log where id = ${id}`;
    expect(row).toMatchObject({ ...expected, command: null, reason: null, requestId: "req_3" });
  }
});

test("what others did to a merchant's things names the merchant, and a merchant's own actor goes first", async () => {
  const admin = { kind: "admin", adminId: "adm_1", role: "admin", sessionId: "ses_2" } as const;
  const owned = { merchantId: "mer_1", mode: "test" } as const;
  const person = { ...owned, kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
  const refund = { type: "refund", id: "re_1" };
  const owner = { merchantId: "mer_2", mode: "live" } as const;
  for (const [by, about, expected] of [
    [admin, { subject: refund, owner }, owner],
    [{ kind: "system" }, { subject: refund, owner }, owner],
    [admin, { subject: { type: "merchant", id: "mer_3" } }, { merchantId: "mer_3", mode: null }],
    [person, { subject: refund, owner }, { merchantId: "mer_1", mode: "test" }],
  ] as const) {
    const id = await transaction(database.db, (tx) =>
      recordAudit({ actor: by, requestId: "req_4" }, tx, { ...entry, ...about }),
    );
    const [row] = await database.db`select merchant_id, mode from audit_log where id = ${id}`;
    expect(row).toEqual(expected);
  }
});

test("an action that is rolled back leaves no entry", async () => {
  const before = await database.db`select id from audit_log order by id`;
  const failing = transaction(database.db, async (tx) => {
    await recordAudit({ actor, requestId: "req_2" }, tx, entry);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await database.db`select id from audit_log order by id`).toEqual(before);
});

test("what is written is never changed, deleted or emptied", async () => {
  const { db } = database;
  await record();
  const before = await db`select * from audit_log order by id`;
  const refused = /audit_log is append-only/;
  await expect(db`update audit_log set reason = 'another'`).rejects.toThrow(refused);
  await expect(db`delete from audit_log`).rejects.toThrow(refused);
  await expect(db`truncate audit_log cascade`).rejects.toThrow(refused);
  expect(await db`select * from audit_log order by id`).toEqual(before);
});

test("a day and a subject are read by index", async () => {
  const { db } = database;
  await db`
    insert into audit_log (id, actor_kind, actor_name, action, subject_type, subject_id, request_id,
      created_at)
    select 'aud_' || n, 'admin', 'x', 'a.b', 'chain', (n % 500)::text, 'r', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`;
  await db`analyze audit_log`;
  const planOf = async (where: string) => {
    const rows = await db.unsafe<{ "QUERY PLAN": string }[]>(
      `explain select * from audit_log ${where} order by created_at desc, id desc limit 20`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  const recent = await planOf("");
  const ofOne = await planOf("where subject_type = 'chain' and subject_id = '7'");
  for (const plan of [recent, ofOne]) {
    expect(plan).toContain("Index Scan Backward");
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  }
});
