import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import type { Context } from "@/lib/domain/platform/context";
import {
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
} from "@/testing/api/api-target";
import { insertTransaction } from "@/testing/api/money-rows";
import { answerOnce } from "./idempotency";

let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;

beforeAll(async () => {
  target = await openApiTarget();
  ada = await target.addMerchant();
  bob = await target.addMerchant();
});
afterAll(() => target.close());

const order = { amount: "5000000", currency: "USDC" };
const sessions = "/v1/payment-sessions";

interface RequestOptions {
  path?: string;
  body?: unknown;
  apiKey?: string;
}

const freshKey = () => `order-${newId("request")}`;

function post(
  key: string,
  { path = sessions, body = order, apiKey = ada.keys.test }: RequestOptions = {},
): Promise<ApiReply> {
  const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": key };
  return target.send({ method: "POST", path, headers, body });
}

/** How many rows a merchant's requests have left, by table. */
async function rowsOf({ id }: ApiMerchant) {
  const [counts] = await target.db<Record<string, number>[]>`
    select (select count(*)::int from payment_sessions where merchant_id = ${id}) as sessions,
      (select count(*)::int from events where merchant_id = ${id}) as events,
      (select count(*)::int from customers where merchant_id = ${id}) as customers,
      (select count(*)::int from webhook_deliveries where merchant_id = ${id}) as deliveries,
      (select count(*)::int from idempotency_keys) as answers`;
  return counts;
}

/** Opens every connection of the pool, so that what is asked at the same time runs at the same time. */
async function warmPool(): Promise<void> {
  await Promise.all(
    Array.from({ length: 20 }, () => target.db.begin((tx) => tx`select pg_sleep(0.05)`)),
  );
}

const replayed = (reply: ApiReply) => reply.headers["idempotent-replayed"] === "true";

describe("a request that comes again under its key", () => {
  it("is answered with the first answer, and has happened once", async () => {
    const key = freshKey();
    const first = await post(key);
    const rows = await rowsOf(ada);
    const second = await post(key);
    expect(first.status).toBe(201);
    expect([replayed(first), replayed(second)]).toEqual([false, true]);
    expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body });
    expect(second.headers["stipend-request-id"]).not.toBe(first.headers["stipend-request-id"]);
    expect(await rowsOf(ada)).toEqual(rows);
  });

  it("is the same request however its JSON is written", async () => {
    const key = freshKey();
    const first = await post(key, { body: { ...order, metadata: { a: 1, b: 2 } } });
    const body = `{ "metadata": {"b":2,"a":1}, "currency":"USDC", "amount":"5000000" }`;
    expect((await post(key, { body })).body).toEqual(first.body);
  });

  it("with another payload is refused, and writes nothing", async () => {
    const key = freshKey();
    await post(key);
    const rows = await rowsOf(ada);
    const other = await post(key, { body: { ...order, amount: "6000000" } });
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: "idempotency_error", details: { reason: "payload_mismatch" } } },
    });
    expect(await rowsOf(ada)).toEqual(rows);
  });

  it.each([`${sessions}/`, `/${sessions}`, "/v1//payment-sessions//"])(
    "is the same request at %s",
    async (path) => {
      const key = freshKey();
      const first = await post(key);
      const rows = await rowsOf(ada);
      const second = await post(key, { path });
      expect([second.status, replayed(second)]).toEqual([201, true]);
      expect(second.body).toEqual(first.body);
      expect(await rowsOf(ada)).toEqual(rows);
    },
  );

  it("is the same request with its path's parameter escaped", async () => {
    const { body } = await post(freshKey());
    const id = String(body.id);
    const key = freshKey();
    const first = await post(key, { path: `${sessions}/${id}/cancel`, body: "" });
    const escaped = id.replace("_", "%5F");
    const second = await post(key, { path: `${sessions}/${escaped}/cancel/`, body: "" });
    expect([first.status, second.status, replayed(second)]).toEqual([201, 201, true]);
  });

  it("is found again by an earlier version's scope, and by a later one's", async () => {
    const [key, paramKey] = [freshKey(), freshKey()];
    const id = String((await post(key)).body.id);
    await post(paramKey, { path: `${sessions}/${id}/cancel`, body: "" });
    const owner = [ada.id, "test", ""];
    const scopesOfOld = [
      [...owner, "POST", "/v1/payment-sessions", key],
      [...owner, "POST", `/v1/payment-sessions/${id}/cancel`, paramKey],
    ].map((parts) => createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16));
    const rows = await target.db`
      select from idempotency_keys where scope in ${target.db(scopesOfOld)}`;
    expect(rows).toHaveLength(2);
  });

  it("is a new request after 72 hours", async () => {
    const key = freshKey();
    const first = await post(key);
    await target.db`update idempotency_keys set created_at = now() - interval '73 hours'`;
    const second = await post(key);
    expect([second.status, replayed(second)]).toEqual([201, false]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await post(key)).body).toEqual(second.body);
  });

  it("is repeated byte for byte", async () => {
    const key = freshKey();
    const text = JSON.stringify((await post(key)).body);
    const again = await post(key);
    expect([JSON.stringify(again.body), replayed(again)]).toEqual([text, true]);
  });

  it("shows a secret once, and keeps none of it", async () => {
    const key = freshKey();
    const asked = {
      path: "/v1/webhook-endpoints",
      body: { url: "https://127.0.0.1:9/hook", events: ["payment.completed"], mode: "test" },
    };
    const first = await post(key, asked);
    expect(String(first.body.secret)).toMatch(/^whsec_/);
    const { secret, ...shown } = first.body;
    const again = await post(key, asked);
    expect([again.status, replayed(again)]).toEqual([201, true]);
    expect(again.body).toEqual({ ...shown, secret: null, secretStatus: "secret_shown_once" });
    const rotated = { path: `${asked.path}/${first.body.id}/rotate-secret`, body: "" };
    const second = await post(key, rotated);
    expect(second.body.secret).not.toBe(secret);
    expect((await post(key, rotated)).body).toMatchObject({ secret: null });
    const stored = await target.db<{ answer: Buffer }[]>`select answer from idempotency_keys`;
    const texts = stored.map(({ answer }) => answer.toString("latin1")).join("\n");
    for (const text of [secret, shown.id]) expect(texts).not.toContain(String(text));
  });
});

describe("a key belongs to", () => {
  it("a merchant and mode, whichever of its secret keys is used", async () => {
    const key = freshKey();
    const other = await target.mint(ada.id, "test", scopes);
    const first = await post(key);
    expect((await post(key, { apiKey: other.key })).body).toEqual(first.body);
    for (const apiKey of [ada.keys.live, bob.keys.test, bob.keys.live]) {
      const reply = await post(key, { apiKey });
      expect([reply.status, replayed(reply)]).toEqual([201, false]);
      expect(reply.body.id).not.toBe(first.body.id);
    }
  });

  it("a publishable key alone", async () => {
    const key = freshKey();
    const publishable = { kind: "publishable", name: "test", merchantId: ada.id } as const;
    const second = await mintKey(target, { ...publishable, mode: "test" });
    const ids = new Set<unknown>();
    for (const apiKey of [ada.keys.test, ada.publishable.test, second.key]) {
      const reply = await post(key, { apiKey });
      expect([reply.status, replayed(reply)]).toEqual([201, false]);
      expect(replayed(await post(key, { apiKey }))).toBe(true);
      ids.add(reply.body.id);
    }
    expect(ids.size).toBe(3);
  });

  it("a method and path, and the object in it", async () => {
    const key = freshKey();
    const first = String((await post(key)).body.id);
    const second = String((await post(freshKey())).body.id);
    for (const path of [`${sessions}/${first}/cancel`, `${sessions}/${second}/cancel`]) {
      const reply = await post(key, { path, body: "" });
      expect([reply.status, replayed(reply)]).toEqual([201, false]);
    }
  });

  it("nobody where anyone may call, and no reading", async () => {
    const key = freshKey();
    const id = String((await post(freshKey())).body.id);
    const path = `/v1/checkout/sessions/${id}/payer`;
    const body = {
      email: "ada@example.com",
      walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    };
    const headers = { authorization: `Bearer ${ada.keys.test}`, "idempotency-key": key };
    for (const call of [
      { method: "POST", path, body },
      { method: "GET", path: `${sessions}/${id}` },
    ]) {
      for (let time = 0; time < 2; time += 1) {
        const reply = await target.send({ ...call, headers });
        expect([reply.status < 300, replayed(reply)]).toEqual([true, false]);
      }
    }
  });

  it("has 1 to 255 characters", async () => {
    expect((await post("k".repeat(255))).status).toBe(201);
    const rows = await rowsOf(ada);
    for (const key of ["", "k".repeat(256)]) {
      expect(await post(key)).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", param: "Idempotency-Key" } },
      });
    }
    expect(await rowsOf(ada)).toEqual(rows);
  });
});

describe("what is stored", () => {
  it("is a refusal of what was asked; it writes nothing, and its repetition names its own request", async () => {
    const shop = await target.addMerchant();
    const key = freshKey();
    await target.db`update merchants set status = 'suspended' where id = ${shop.id}`;
    const before = await rowsOf(shop);
    const first = await post(key, { apiKey: shop.keys.test });
    expect(first).toMatchObject({
      status: 403,
      body: { error: { details: { reason: "merchant_suspended" } } },
    });
    expect(await rowsOf(shop)).toEqual({ ...before, answers: (before?.answers ?? 0) + 1 });
    await target.db`update merchants set status = 'active' where id = ${shop.id}`;
    const second = await post(key, { apiKey: shop.keys.test });
    expect([second.status, replayed(second)]).toEqual([403, true]);
    expect(second.body.error).toEqual({
      ...first.body.error,
      requestId: second.headers["stipend-request-id"],
    });
    expect((await post(freshKey(), { apiKey: shop.keys.test })).status).toBe(201);
  });

  it("is a refusal of a verb that had written before it", async () => {
    const id = String((await post(freshKey())).body.id);
    await post(freshKey(), { path: `${sessions}/${id}/cancel`, body: "" });
    const key = freshKey();
    const rows = await rowsOf(ada);
    const ask = () => post(key, { path: `${sessions}/${id}/cancel`, body: "" });
    const refused = await ask();
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: "session_invalid_state" } },
    });
    expect(replayed(await ask())).toBe(true);
    expect(await rowsOf(ada)).toEqual({ ...rows, answers: (rows?.answers ?? 0) + 1 });
  });

  it("is a refusal that comes before the verb's transaction: nothing else is done under its key", async () => {
    const { db, chains } = target;
    const deployment = chains.deployments.find(({ mode }) => mode === "test");
    if (!deployment) throw new Error("no deployment for test");
    const transactionId = await insertTransaction(target, ada.id, "test", deployment);
    const setStatus = (status: string) =>
      db`update transactions set status = ${status} where id = ${transactionId}`;
    await setStatus("pending");
    const key = freshKey();
    const ask = (amount: string) =>
      post(key, { path: "/v1/refunds", body: { transactionId, amount, reason: "other" } });
    const first = await ask("1000000");
    expect([first.status, first.body.error?.details?.reason]).toEqual([403, "not_confirmed"]);
    await setStatus("confirmed");
    const again = await ask("1000000");
    expect([again.status, replayed(again)]).toEqual([403, true]);
    const other = await ask("2000000");
    expect([other.status, other.body.error?.details?.reason]).toEqual([409, "payload_mismatch"]);
    expect(await db`select from refunds where transaction_id = ${transactionId}`).toHaveLength(0);
  });

  it("is such a refusal of a verb that is run for many at once", async () => {
    const key = freshKey();
    const apiKey = ada.publishable.test;
    const refused = await post(key, { apiKey, body: { ...order, metadata: { a: 1 } } });
    expect([refused.status, refused.body.error?.details?.reason]).toEqual([
      403,
      "secret_key_required",
    ]);
    const other = await post(key, { apiKey });
    expect([other.status, other.body.error?.details?.reason]).toEqual([409, "payload_mismatch"]);
  });

  it("is no missing scope of the key that a new key is made with", async () => {
    const key = freshKey();
    const { key: apiKey } = await target.mint(ada.id, "test", ["api_keys_write"]);
    const asked = {
      path: "/v1/api-keys",
      body: { name: "reader", mode: "test", scopes: ["sessions_read"] },
    };
    const refused = await post(key, { ...asked, apiKey });
    expect([refused.status, refused.body.error?.details?.reason]).toEqual([403, "scope_missing"]);
    expect((await post(key, asked)).status).toBe(201);
  });

  it.each([
    ["that is malformed", { ...order, amount: "0" }],
    ["that the verb refuses", { ...order, successUrl: "http://shop.example/" }],
    [
      "that the database refuses",
      { ...order, expiresAt: new Date(Date.now() + 60_000).toISOString() },
    ],
  ])("is no payload %s: mended, it is taken under the same key", async (_, body) => {
    const key = freshKey();
    const rows = await rowsOf(ada);
    expect((await post(key, { body })).status).toBe(400);
    expect(await rowsOf(ada)).toEqual(rows);
    const mended = await post(key);
    expect([mended.status, replayed(mended)]).toEqual([201, false]);
  });

  it("is no missing scope", async () => {
    const key = freshKey();
    const { key: apiKey } = await target.mint(ada.id, "test", ["sessions_read"]);
    const rows = await rowsOf(ada);
    expect((await post(key, { apiKey })).status).toBe(403);
    expect(await rowsOf(ada)).toEqual(rows);
    expect((await post(key)).status).toBe(201);
  });

  it.each([
    ["payment_sessions", sessions, order],
    ["customers", "/v1/customers", { walletAddress: `0x${"ab".repeat(20)}` }],
  ])("is no failure of ours: %s", async (table, path, body) => {
    const key = freshKey();
    const { db } = target;
    await db.unsafe(`
      create function fail_${table}() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full'; end $$;
      create trigger fail_${table} after insert on ${table} for each row
        execute function fail_${table}()`);
    const rows = await rowsOf(ada);
    const failed = await post(key, { path, body });
    expect(failed).toMatchObject({ status: 500, body: { error: { code: "api_error" } } });
    expect(await rowsOf(ada)).toEqual(rows);
    await db.unsafe(`drop function fail_${table} cascade`);
    const second = await post(key, { path, body });
    expect([second.status, replayed(second)]).toEqual([201, false]);
  });
});

describe("requests at the same time", () => {
  it.each([
    ["payment_sessions", sessions, () => order],
    ["customers", "/v1/customers", () => ({ walletAddress: `0x${"cd".repeat(20)}` })],
  ])(
    "under one key: the second is told that the first still runs (%s)",
    async (table, path, body) => {
      const key = freshKey();
      const { db } = target;
      const asked = { path, body: body() };
      let first: Promise<ApiReply> | undefined;
      await db.begin(async (tx) => {
        await tx`lock table ${tx(table)} in share mode`;
        first = post(key, asked);
        await expect
          .poll(
            async () => {
              const [row] = await tx`
              select count(*)::int as waiting from pg_locks
              where relation = ${table}::regclass and not granted`;
              return row?.waiting;
            },
            { timeout: 60_000 },
          )
          .toBe(1);
        const second = await post(key, asked);
        expect(second).toMatchObject({
          status: 409,
          headers: { "retry-after": "1" },
          body: { error: { code: "idempotency_error", details: { reason: "in_flight" } } },
        });
      });
      expect((await first)?.status).toBe(201);
      expect((await post(key, asked)).body).toEqual((await first)?.body);
    },
  );

  it("under one key happen once, whoever wins", async () => {
    await warmPool();
    for (let round = 0; round < 10; round += 1) {
      const key = freshKey();
      const before = await rowsOf(ada);
      // Others first, so that some of the equal ones wait and come into one group.
      const others = Array.from({ length: 8 }, () => post(freshKey()));
      const replies = await Promise.all(Array.from({ length: 16 }, () => post(key)));
      await Promise.all(others);
      const made = replies.filter((reply) => reply.status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
      expect(made.filter((reply) => !replayed(reply))).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status !== 201))
        expect(reply.body.error?.details).toEqual({ reason: "in_flight" });
      expect((await rowsOf(ada))?.sessions).toBe((before?.sessions ?? 0) + 1 + others.length);
    }
  });

  it("are done once where the first was answered after the second had looked for an answer", async () => {
    const { db, config } = target;
    const ctx = { db, config, requestId: newId("request") } as unknown as Context;
    const once = { scope: randomBytes(32), requestHash: `0x${"12".repeat(16)}` } as const;
    let done = 0;
    const work = async () => {
      done += 1;
      return { status: 201, headers: {}, body: JSON.stringify({ done }) };
    };
    const first = await answerOnce(ctx, once, work);
    const second = await answerOnce(ctx, once, work);
    expect(second).toMatchObject({ body: first.body, headers: { "idempotent-replayed": "true" } });
    expect(done).toBe(1);
  });

  it("under keys of their own share transactions, and each gets its own answer", async () => {
    await warmPool();
    const shop = await target.addMerchant();
    const amounts = Array.from({ length: 60 }, (_, n) => `${n + 1}`);
    const keys = amounts.map(freshKey);
    const replies = await Promise.all(
      amounts.map((amount, n) =>
        post(keys[n] ?? "", { body: { ...order, amount }, apiKey: shop.keys.test }),
      ),
    );
    expect(replies.map(({ status, body }) => [status, body.amount])).toEqual(
      amounts.map((amount) => [201, amount]),
    );
    const [row] = await target.db<{ transactions: number }[]>`
      select count(distinct xmin::text)::int as transactions from payment_sessions
      where merchant_id = ${shop.id}`;
    expect(row?.transactions).toBeLessThan(30);
    for (const [n, key] of keys.entries()) {
      const again = await post(key, {
        body: { ...order, amount: `${n + 1}` },
        apiKey: shop.keys.test,
      });
      expect(again.body).toEqual(replies[n]?.body);
    }
  });

  it("do not share the failure of one", async () => {
    const { db } = target;
    await db.unsafe(`
      create function refuse_666() returns trigger language plpgsql as $$ begin
        if new.amount = 666 then raise exception 'no' using errcode = '23514'; end if;
        return new; end $$;
      create trigger refuse_666 before insert on payment_sessions for each row
        execute function refuse_666()`);
    await warmPool();
    const [before] = await db`select count(*)::int as answers from idempotency_keys`;
    for (const keyed of [true, false]) {
      const amounts = Array.from({ length: 30 }, (_, n) => (n % 10 === 5 ? "666" : `${n + 1}`));
      const replies = await Promise.all(
        amounts.map((amount) =>
          keyed
            ? post(freshKey(), { body: { ...order, amount } })
            : target.send({
                method: "POST",
                path: sessions,
                headers: { authorization: `Bearer ${ada.keys.test}` },
                body: { ...order, amount },
              }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(
        amounts.map((amount) => (amount === "666" ? 500 : 201)),
      );
    }
    await db.unsafe("drop function refuse_666 cascade");
    const [after] = await db`select count(*)::int as answers from idempotency_keys`;
    expect(after?.answers).toBe((before?.answers ?? 0) + 27);
  });
});
