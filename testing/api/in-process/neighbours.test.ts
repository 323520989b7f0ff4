import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import {
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
} from "@/testing/api/api-target";

/** One merchant's requests, however many, leave another one's alone. */

let target: ApiTarget;
let noisy: ApiMerchant;
let quiet: ApiMerchant;
beforeAll(async () => {
  target = await openApiTarget();
  noisy = await target.addMerchant();
  quiet = await target.addMerchant();
});
afterAll(() => target.close());

const invoice = {
  currency: "USDC",
  dueInDays: 14,
  lineItems: [{ description: "Hosting", quantity: 1, unitAmount: "5000000" }],
};

const createInvoice = ({ keys }: ApiMerchant, headers: Record<string, string> = {}) =>
  target.send({
    method: "POST",
    path: "/v1/invoices",
    headers: { authorization: `Bearer ${keys.test}`, ...headers },
    body: invoice,
  });

const statusesOf = (replies: readonly ApiReply[]) =>
  [...new Set(replies.map(({ status }) => status))].sort();

/** Holds the row that every invoice of a merchant takes its number from, until the function returned is called. */
async function holdNumbers(merchant: ApiMerchant): Promise<() => Promise<void>> {
  await createInvoice(merchant);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = () => {};
  const holding = new Promise<void>((resolve) => {
    held = resolve;
  });
  const done = transaction(target.db, async (tx) => {
    await tx`select from invoice_counters where merchant_id = ${merchant.id} for update`;
    held();
    await released;
  });
  await holding;
  return async () => {
    release();
    await done;
  };
}

for (const repeated of [false, true]) {
  const name = repeated ? "with" : "without";
  test(`a merchant whose changes wait for each other leaves connections to others, ${name} idempotency keys`, async () => {
    const release = await holdNumbers(noisy);
    const headersOf = (at: number): Record<string, string> =>
      repeated ? { "idempotency-key": `${name}-${at}` } : {};
    const many = Array.from({ length: 110 }, (_, at) => createInvoice(noisy, headersOf(at)));
    // It would wait until the numbers are released, which is after its answer.
    const other = await createInvoice(quiet);
    const refused = await Promise.race([Promise.all(many), createInvoice(noisy)]);
    await release();
    const replies = await Promise.all(many);
    expect(other.status).toBe(201);
    expect(refused).toMatchObject({
      status: 429,
      headers: { "retry-after": "1" },
      body: { error: { code: "rate_limited", details: { reason: "busy" } } },
    });
    expect(statusesOf(replies)).toEqual([201, 429]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(106);
  });
}

test("fifty invoices at once of one merchant are all made", async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => createInvoice(noisy)));
  expect(statusesOf(replies)).toEqual([201]);
});

test("a merchant's requests that wait for events do not keep its other ones waiting", async () => {
  const waiting = await target.addMerchant();
  const read = (path: string, query: Record<string, string>) =>
    target.send({
      method: "GET",
      path,
      query,
      headers: { authorization: `Bearer ${waiting.keys.test}` },
    });
  const ended: ApiReply[] = [];
  const waits = Array.from({ length: 12 }, async () => {
    ended.push(await read("/v1/events", { order: "asc", wait: "30" }));
  });
  expect((await read("/v1/customers", {})).status).toBe(200);
  // None has waited in vain, nor seen the event that is caused only now.
  expect(ended).toEqual([]);
  await createInvoice(waiting);
  await numberEvents(target);
  await Promise.all(waits);
  expect(statusesOf(ended)).toEqual([200]);
});
