import { zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refOf } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import { createWorld, type World } from "@/lib/testing/world";
import { cancelSession } from "./cancel-session";
import { createSession } from "./create-session";
import { expireDueSessions } from "./expire-due-sessions";
import { expireSession } from "./expire-session";
import { getSession } from "./get-session";
import { insertSession, type NewSession } from "./insert-sessions";
import { listSessions } from "./list-sessions";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const order = { amount: 49_000_000n, currency: "USDC" } as const;

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
    const events =
      await world.db`select type, sequence from events where resource_id = ${session.id}`;
    expect(events).toEqual([{ type: "payment.created", sequence: 1 }]);
  });

  it("opened together with others gets its own answer, and its own refusal", async () => {
    const other = await world.addMerchant();
    const closed = await world.addMerchant();
    await world.db`update merchants set status = 'suspended' where id = ${closed.id}`;
    // Its customer went between the look and the insert.
    const broken = (amount: bigint): NewSession => {
      const id = newId("paymentSession");
      const { id: deploymentId, tokens } = world.deployment();
      const tokenAddress = tokens.USDC?.address ?? zeroAddress;
      return {
        ...{ id, merchantId: world.merchant.id, mode: "test", deploymentId, amount: `${amount}` },
        ...{ currency: "USDC", tokenAddress, ref: refOf(id), status: "pending" },
        ...{ description: null, successUrl: null, cancelUrl: null, metadata: {}, expiresAt: null },
        ...{ customerId: "cus_000000000000000000000000", createdVia: "api" },
        ...{ eventId: newId("event"), snapshot: {} },
      };
    };
    const orders = Array.from({ length: 40 }, (_, n) => {
      const amount = BigInt(n + 1);
      if (n % 4 === 0) return createSession(world.merchantContext(), { ...order, amount });
      if (n % 4 === 1)
        return createSession(world.merchantContext({ merchantId: other.id }), { ...order, amount });
      if (n % 4 === 2) return insertSession(world.db, broken(amount));
      return createSession(world.merchantContext({ merchantId: closed.id }), { ...order, amount });
    });
    const answers = await Promise.allSettled(orders);
    for (const [n, answer] of answers.entries()) {
      if (n % 4 < 2) {
        if (answer.status === "rejected" || !answer.value) throw new Error(`no answer to ${n}`);
        const { id, amount } = answer.value;
        expect(amount).toBe(BigInt(n + 1));
        const merchantId = n % 4 === 0 ? world.merchant.id : other.id;
        const rows = await world.db`
          select e.sequence, e.object->>'amount' as amount from payment_sessions s
          join events e on e.resource_id = s.id and e.merchant_id = s.merchant_id
          where s.id = ${id} and s.merchant_id = ${merchantId} and s.amount = ${n + 1}`;
        expect(rows).toEqual([{ sequence: 1, amount: `${n + 1}` }]);
      } else if (n % 4 === 2) {
        expect(answer).toMatchObject({ status: "rejected", reason: { code: "23503" } });
      } else {
        const reason = { info: { details: { reason: "merchant_suspended" } } };
        expect(answer).toMatchObject({ status: "rejected", reason });
      }
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
    ["https://{SESSION_ID}@evil.example/", "test"],
    ["//evil.example", "test"],
  ] as const)("refuses %s as a return URL in %s mode", async (successUrl, mode) => {
    await expect(
      createSession(world.merchantContext({ mode }), { ...order, successUrl }),
    ).rejects.toMatchObject({ code: "invalid_request", info: { param: "successUrl" } });
  });

  it("refuses a lifetime outside 30 minutes to 24 hours and writes nothing", async () => {
    const [before] = await world.db`select count(*) from payment_sessions`;
    for (const minutes of [10, 25 * 60]) {
      const expiresAt = new Date(Date.now() + minutes * 60_000);
      await expect(
        createSession(world.merchantContext(), { ...order, expiresAt }),
      ).rejects.toMatchObject({ info: { param: "expiresAt" } });
    }
    expect(await world.db`select count(*) from payment_sessions`).toEqual([before]);
  });

  it("is refused while the merchant is suspended", async () => {
    const { id: merchantId } = await world.addMerchant();
    await world.db`update merchants set status = 'suspended' where id = ${merchantId}`;
    await expect(createSession(world.merchantContext({ merchantId }), order)).rejects.toMatchObject(
      { code: "permission_denied", info: { details: { reason: "merchant_suspended" } } },
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
    await world.db`
      update payment_sessions set expires_at = now() - interval '1 second'
      where id in ${world.db([first.id, second.id])}`;
    expect((await getSession(ctx, { id: first.id })).status).toBe("expired");
    await expireDueSessions(world.systemContext());
    expect((await getSession(ctx, { id: second.id })).status).toBe("expired");
    const events = await world.db`
      select count(*) from events where type = 'payment.failed'
        and resource_id in ${world.db([first.id, second.id])}`;
    expect(events).toEqual([{ count: 2n }]);
  });
});

describe("the list of sessions", () => {
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
