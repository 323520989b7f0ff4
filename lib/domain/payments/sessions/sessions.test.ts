import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeAs } from "@/lib/contract/encode";
import { paymentSession } from "@/lib/contract/payments/payment-sessions";
import { eventObjects } from "@/lib/contract/webhooks/events";
import { Refusal } from "@/lib/core/errors";
import { jsonText } from "@/lib/core/text/json";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import { createWorld, type World } from "@/testing/world";
import { cancelSession } from "./cancel-session";
import { createSession } from "./create-session";
import { createSessions } from "./create-sessions";
import { expireDueSessions } from "./expire-due-sessions";
import { expireSession } from "./expire-session";
import { getSession } from "./get-session";
import { listSessions } from "./list-sessions";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const order = { amount: 49_000_000n, currency: "USDC" } as const;
const passDeadline = (ids: string[]) => world.db`
  update payment_sessions set expires_at = now() - interval '1 second'
  where id in ${world.db(ids)}`;

describe("a payment session", () => {
  it("is payable at once and tells so in one event", async () => {
    const session = await createSession(world.merchantContext(), {
      ...order,
      metadata: { order: "7" },
    });
    expect(session).toMatchObject({
      status: "pending",
      amount: 49_000_000n,
      chainId: 31337,
      payment: null,
      metadata: { order: "7" },
      checkoutUrl: `http://localhost:3000/pay/${session.id}`,
    });
    const events = await world.db<EventRow[]>`
      select e.* from events e where e.resource_id = ${session.id}`;
    expect(events).toMatchObject([{ type: "payment.created", sequence: 1 }]);
    const described = eventObjects["payment.created"];
    const told = events.map((event) => event.object);
    expect(described?.safeParse(told[0]).error?.issues).toBeUndefined();
    const opened = await getSession(world.merchantContext(), { id: session.id });
    expect(told).toEqual([{ ...encodeAs(paymentSession, opened), status: "created" }]);
  });

  it("opened together with others gets its own answer, and its own refusal", async () => {
    const other = await world.addMerchant();
    const suspended = await world.addMerchant();
    await world.db`update merchants set status = 'suspended' where id = ${suspended.id}`;
    const merchants = [world.merchant, other, suspended];
    const calls = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const ctx = world.merchantContext({ merchantId: merchants[n % 3]?.id });
        return createSessions.prepare(ctx, { ...order, amount: BigInt(n + 1) });
      }),
    );
    const answers = await createSessions.runAll(world.db, calls);
    expect(answers).toHaveLength(30);
    for (const [n, answer] of answers.entries()) {
      const merchantId = merchants[n % 3]?.id ?? "";
      if (answer instanceof Refusal) {
        expect({ merchantId, reason: answer.info.details?.reason }).toEqual({
          merchantId: suspended.id,
          reason: "merchant_suspended",
        });
      } else {
        expect(answer).toMatchObject({ merchantId, amount: BigInt(n + 1) });
      }
      const rows = await world.db<EventRow[]>`
        select e.* from events e join payment_sessions s on s.id = e.resource_id
        where e.merchant_id = ${merchantId} and s.amount = ${n + 1}`;
      const told = rows.map((row) => ({ sequence: row.sequence, amount: row.object.amount }));
      expect(told).toEqual(n % 3 === 2 ? [] : [{ sequence: 1, amount: `${n + 1}` }]);
    }
  });

  it("is answered as it is read from then on, to the order of its metadata", async () => {
    const ctx = world.merchantContext();
    const customer = await upsertCustomer(ctx, {
      walletAddress: "0x00000000000000000000000000000000000000a1",
    });
    const input = {
      ...order,
      description: "Two bags",
      successUrl: "https://shop.example/ok",
      cancelUrl: "https://shop.example/cart",
      metadata: { order: "7", a: { zone: 1, b: [2.5] }, ab: null },
      customerId: customer.id,
      expiresAt: new Date(Date.now() + 3_600_000),
    };
    for (const given of [order, input]) {
      const opened = await createSession(ctx, given);
      const read = await getSession(ctx, { id: opened.id });
      expect(jsonText(opened)).toBe(jsonText(read));
      expect(opened).toMatchObject(given);
      const [told] = await world.db<EventRow[]>`
        select e.* from events e where e.resource_id = ${opened.id}`;
      expect(told?.object.expiresAt).toBe(opened.expiresAt.toISOString());
    }
  });

  it("holds amounts up to 2^256 − 1 exactly", async () => {
    const amount = 2n ** 256n - 1n;
    const { id } = await createSession(world.merchantContext(), { ...order, amount });
    expect((await getSession(world.merchantContext(), { id })).amount).toBe(amount);
  });

  it("belongs to its merchant and mode alone", async () => {
    const { id } = await createSession(world.merchantContext(), order);
    const other = await world.addMerchant();
    const strangers = [
      world.merchantContext({ merchantId: other.id }),
      world.merchantContext({ mode: "live" }),
    ];
    for (const stranger of strangers) {
      await expect(getSession(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
      await expect(cancelSession(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it.each([
    ["http://shop.example/ok", "live"],
    ["http://shop.example/ok", "test"],
    ["javascript:alert(1)", "test"],
    ["https://user:pass@shop.example/", "test"],
    ["https://%@shop.example/", "live"],
    ["https://@shop.example/", "test"],
    ["https://{SESSION_ID}@evil.example/", "test"],
    ["https://{SESSION_ID}.evil.example/", "live"],
    ["https://shop.example{SESSION_ID}/", "live"],
    ["https://{SESSION_ID}/", "live"],
    ["https://shop.example:{SESSION_ID}/", "live"],
    ["{SESSION_ID}://shop.example/", "test"],
    ["//evil.example", "test"],
  ] as const)("refuses %s as a return URL in %s mode", async (successUrl, mode) => {
    await expect(
      createSession(world.merchantContext({ mode }), { ...order, successUrl }),
    ).rejects.toMatchObject({ code: "invalid_request", info: { param: "successUrl" } });
  });

  it("refuses a lifetime outside 30 minutes to 24 hours and writes nothing", async () => {
    const [before] = await world.db`select count(*) from payment_sessions`;
    for (const minutes of [10, 28.5, 25 * 60]) {
      const expiresAt = new Date(Date.now() + minutes * 60_000);
      await expect(
        createSession(world.merchantContext(), { ...order, expiresAt }),
      ).rejects.toMatchObject({ info: { param: "expiresAt" } });
    }
    expect(await world.db`select count(*) from payment_sessions`).toEqual([before]);
  });

  it("may end exactly 30 minutes from when it was asked for, and 24 hours", async () => {
    for (const minutes of [30, 24 * 60]) {
      const expiresAt = new Date(Date.now() + minutes * 60_000);
      const session = await createSession(world.merchantContext(), { ...order, expiresAt });
      expect(session.expiresAt).toEqual(expiresAt);
    }
  });

  it("is refused while the merchant is suspended", async () => {
    const { id: merchantId } = await world.addMerchant();
    await world.db`update merchants set status = 'suspended' where id = ${merchantId}`;
    await expect(createSession(world.merchantContext({ merchantId }), order)).rejects.toMatchObject(
      {
        ...{ code: "permission_denied", message: "The merchant's account is suspended." },
        info: { details: { reason: "merchant_suspended" } },
      },
    );
  });

  it("takes no metadata from a publishable key", async () => {
    await expect(
      createSession(world.merchantContext({ keyKind: "publishable" }), { ...order, metadata: {} }),
    ).rejects.toMatchObject({ code: "permission_denied", info: { param: "metadata" } });
  });
});

describe("closing a session", () => {
  it("happens once, however many try at the same time", async () => {
    await Promise.all(Array.from({ length: 20 }, () => world.db`select pg_sleep(0.05)`));
    for (let round = 0; round < 10; round += 1) {
      const ctx = world.merchantContext();
      const { id } = await createSession(ctx, order);
      const tries = Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? cancelSession : expireSession)(ctx, { id }).then(
          () => "won",
          (error) => error.code,
        ),
      );
      const results = await Promise.all(tries);
      expect(results.filter((result) => result === "won")).toHaveLength(1);
      expect(results.filter((result) => result === "session_invalid_state")).toHaveLength(11);
      const events = await world.db`
        select type, sequence from events where resource_id = ${id} order by sequence`;
      expect(events.map((event) => event.type)).toEqual(["payment.created", "payment.failed"]);
    }
  });

  it("comes by itself when the time is up, on read and by the job", async () => {
    const ctx = world.merchantContext();
    const [first, second] = await Promise.all([
      createSession(ctx, order),
      createSession(ctx, order),
    ]);
    await passDeadline([first.id, second.id]);
    expect((await getSession(ctx, { id: first.id })).status).toBe("expired");
    await expireDueSessions(world.systemContext());
    expect((await getSession(ctx, { id: second.id })).status).toBe("expired");
    const events = await world.db`
      select count(*) from events where type = 'payment.failed'
        and resource_id in ${world.db([first.id, second.id])}`;
    expect(events).toEqual([{ count: 2n }]);
  });

  it("is refused once the time is up: it has expired then, and nothing cancels it", async () => {
    const ctx = world.merchantContext();
    for (const close of [cancelSession, expireSession]) {
      const { id } = await createSession(ctx, order);
      await passDeadline([id]);
      await expect(close(ctx, { id })).rejects.toMatchObject({
        code: "session_invalid_state",
        info: { details: { reason: "already_closed", currentStatus: "expired" } },
      });
      const [row] = await world.db`select status from payment_sessions where id = ${id}`;
      expect(row).toEqual({ status: "expired" });
    }
  });
});

describe("the list of sessions", () => {
  it("shows none as pending whose time is up, and expires no other merchant's", async () => {
    const [own, other] = [await world.addMerchant(), await world.addMerchant()];
    const ctx = world.merchantContext({ merchantId: own.id });
    const [due, open] = [await createSession(ctx, order), await createSession(ctx, order)];
    const foreign = await createSession(world.merchantContext({ merchantId: other.id }), order);
    await passDeadline([due.id, foreign.id]);
    const pending = await listSessions(ctx, { status: "pending" });
    expect(pending.data.map(({ id }) => id)).toEqual([open.id]);
    const expired = await listSessions(ctx, { status: "expired" });
    expect(expired.data.map(({ id }) => id)).toEqual([due.id]);
    const [row] = await world.db`select status from payment_sessions where id = ${foreign.id}`;
    expect(row).toEqual({ status: "pending" });
    await expireDueSessions(world.systemContext());
  });

  it("pages through all of them, newest first, each once", async () => {
    const { id: merchantId } = await world.addMerchant();
    const ctx = world.merchantContext({ merchantId });
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.unshift((await createSession(ctx, order)).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listSessions(ctx, { limit: 3, cursor });
      seen.push(...page.data.map((session) => session.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(made));
  });

  it("filters by status and creation time, and refuses a cursor that no list gave", async () => {
    const { id: merchantId } = await world.addMerchant();
    const ctx = world.merchantContext({ merchantId });
    const { id } = await createSession(ctx, order);
    await createSession(ctx, order);
    await cancelSession(ctx, { id });
    const cancelled = await listSessions(ctx, { status: "cancelled" });
    expect(cancelled.data.map((session) => session.id)).toEqual([id]);
    const createdBefore = new Date(Date.now() - 3_600_000);
    expect((await listSessions(ctx, { createdBefore })).data).toEqual([]);
    await expect(listSessions(ctx, { cursor: "bm9uc2Vuc2U" })).rejects.toMatchObject({
      info: { param: "cursor" },
    });
  });
});
