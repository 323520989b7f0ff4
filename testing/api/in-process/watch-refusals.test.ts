import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { ApiReply, ApiTarget } from "@/testing/api/api-target";
import { watchRefusals } from "@/testing/api/watch-refusals";
import { createTestDatabase, type TestDatabase } from "@/testing/database";

let database: TestDatabase;
let work: () => Promise<unknown>;
let reply: ApiReply;
let target: ApiTarget;

beforeAll(async () => {
  database = await createTestDatabase();
  const send: ApiTarget["send"] = async () => {
    await work();
    return reply;
  };
  target = await watchRefusals({ db: database.db, send } as unknown as ApiTarget);
});
afterAll(() => database.drop());
beforeEach(() => {
  reply = { status: 400, headers: {}, body: {} };
  work = async () => {};
});

const addMerchant = () =>
  database.db`insert into merchants ${database.db({ id: newId("merchant"), businessName: "Shop" })}`;
const call = { method: "POST", path: "/v1/anything" };

test("a refusal that writes, changes or deletes a row fails, and names the table", async () => {
  const { db } = database;
  await addMerchant();
  for (const write of [
    addMerchant,
    () => db`update merchants set business_name = 'Other'`,
    () => db`delete from merchants`,
  ]) {
    work = write;
    await expect(target.send(call)).rejects.toThrow(/refused with 400 and wrote to merchants/);
  }
});

test("what is taken may write, and what is refused may count", async () => {
  work = addMerchant;
  reply.status = 201;
  expect(await target.send(call)).toBe(reply);
  reply.status = 429;
  work = () => database.db`
    insert into rate_buckets ${database.db({ key: "anybody", tokens: 1 })}`;
  expect(await target.send(call)).toBe(reply);
  work = async () => {};
  expect(await target.send(call)).toBe(reply);
});

test("rows that were taken back were not written", async () => {
  work = () =>
    database.db
      .begin(async (tx) => {
        await tx`insert into merchants ${tx({ id: newId("merchant"), businessName: "Shop" })}`;
        throw new Error("refused");
      })
      .catch(() => {});
  expect(await target.send(call)).toBe(reply);
});
