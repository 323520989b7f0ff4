import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { readEvent } from "./read-event";

let target: ApiTarget;
let db: Sql;

beforeAll(async () => {
  target = await openApiTarget();
  db = target.db;
});
afterAll(() => target.close());

test("an event is read by its id, by its merchant and in its mode alone", async () => {
  const merchant = await target.addMerchant();
  const other = await target.addMerchant();
  const { body } = await target.send({
    method: "POST",
    path: "/v1/payment-sessions",
    headers: { authorization: `Bearer ${merchant.keys.test}` },
    body: { amount: "5000000", currency: "USDC", description: "Coffee" },
  });
  const [event] = await db<{ id: string }[]>`
    select id from events where resource_id = ${String(body.id)}`;
  const id = event?.id ?? "";
  const owner = { merchantId: merchant.id, mode: "test" } as const;
  expect(await readEvent(db, owner, id)).toMatchObject({
    id,
    object: "event",
    type: "payment.created",
    resource: { type: "payment_session", id: body.id },
    data: { object: { description: "Coffee", amount: "5000000" } },
  });
  expect(await readEvent(db, { ...owner, mode: "live" }, id)).toBeNull();
  expect(await readEvent(db, { ...owner, merchantId: other.id }, id)).toBeNull();
  expect(await readEvent(db, owner, `${id.slice(0, -4)}0000`)).toBeNull();
  expect(await readEvent(db, owner, "nothing")).toBeNull();
});
