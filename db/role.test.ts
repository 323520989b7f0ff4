import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { Chains } from "@/lib/adapters/chain/chains";
import { newId } from "@/lib/core/ids";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { preparePartitions } from "@/lib/domain/operations/request-log/prepare-partitions";
import { listCustomers } from "@/lib/domain/payments/customers/list-customers";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { templateUrl } from "@/testing/template-url";
import { createWebhookWorld } from "@/testing/webhook-world";
import { createDb } from "./client";
import { migrate } from "./migrate";

const template = await templateUrl();
const at = (name: string, user?: string) => {
  const url = new URL(template);
  url.pathname = `/${name}`;
  if (user) [url.username, url.password] = [user, "change-me"];
  return url.href;
};
const admin = postgres(at("postgres"), { max: 1, onnotice: () => {} });
let name: string;

beforeEach(() => {
  name = `role_${randomBytes(6).toString("hex")}`;
});
afterEach(async () => {
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin`drop role if exists ${admin(name)}`;
});
afterAll(() => admin.end());

/** What the documentation has an operator do: as they stand there, in `postgres` and then in the new database. */
function documented(): string[][] {
  const text = readFileSync("docs/operations/database.md", "utf8");
  const section = /## Role of the database\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
  return [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) =>
    sql.split(";\n").filter((one) => one.trim() !== ""),
  );
}

/** @param without a statement that is left out */
async function setUp(without?: string): Promise<void> {
  const [before = [], within = []] = documented().map((block) =>
    block.filter((one) => one !== without).map((one) => one.replaceAll(/\bstipend\b/g, name)),
  );
  for (const statement of before) await admin.unsafe(statement);
  const inside = postgres(at(name), { max: 1 });
  for (const statement of within) await inside.unsafe(statement);
  await inside.end();
}

test("a role with the documented rights migrates, and runs what the app does", async () => {
  await setUp();
  await migrate(at(name, name));
  const db = createDb(at(name, name), { applicationName: "stipend-test", work: "maintenance" });
  const world = await createWebhookWorld();
  try {
    const system = { ...world.system(), db };
    await installClock(db, { all: [{ local: true }] } as unknown as Chains);
    await preparePartitions(system);
    const id = newId("merchant");
    await db`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
    const actor = {
      kind: "session",
      merchantId: id,
      mode: "test",
      userId: "u",
      sessionId: "s",
    } as const;
    const ctx = { ...system, actor };
    const walletAddress = `0x${"ab".repeat(20)}` as const;
    await upsertCustomer(ctx, { walletAddress });
    expect((await listCustomers(ctx, { limit: 5 })).data).toHaveLength(1);
    await numberEvents({ db });
    expect(await db`select from engine.job`).toEqual([]);
    const [role] = await db<{ rights: boolean[] }[]>`
      select array[rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication] as rights
      from pg_roles where rolname = current_user`;
    expect(role?.rights).toEqual([false, false, false, false, false]);
  } finally {
    await world.stop();
    await db.end({ timeout: 5 });
  }
}, 120_000);

test("each documented grant is needed", async () => {
  const grants = documented()
    .flat()
    .filter((one) => one.trimStart().startsWith("grant"));
  expect(grants.length).toBeGreaterThanOrEqual(3);
  for (const grant of grants) {
    await setUp(grant);
    await expect(migrate(at(name, name)), grant).rejects.toThrow(/permission denied|no schema/);
    await admin`drop database ${admin(name)} with (force)`;
    await admin`drop role ${admin(name)}`;
  }
}, 120_000);
