import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Wording } from "@/lib/domain/mails/mail";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { releaseDueSessions } from "@/lib/domain/payments/sessions/release-sessions";
import { confirmSessions } from "@/lib/domain/payments/settlements/confirm-sessions";
import { updateProduct } from "@/lib/domain/storefronts/products/update-product";
import { index, makeFinal, newPayer, signRequest, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { askToSign, openShop, type TestShop } from "@/testing/shops";
import { createWorld, type World } from "@/testing/world";
import { listOrders } from "./list-orders";
import { findReservationFaults, repairReservations } from "./repair-reservations";
import { settleOrders } from "./settle-orders";
import { soldOutMail } from "./storefront-mails";

let world: World;
let shop: TestShop;

beforeAll(async () => {
  world = await createWorld();
  await index(world);
  shop = await openShop(world);
});
afterAll(() => world?.stop());

const outOfStock = {
  code: "session_invalid_state",
  info: { details: { reason: "out_of_stock", available: 0 } },
};
const counts = async (id: string) => {
  const { stock, available, oversold } = await shop.look(id);
  return { stock, available, oversold };
};
async function buySession(productId: string): Promise<string> {
  const { sessionId } = await shop.buy(productId);
  if (!sessionId) throw new Error("it is sold once");
  return sessionId;
}
const confirm = (...ids: string[]) =>
  transaction(world.db, (tx) =>
    confirmSessions(
      world.systemContext(),
      tx,
      ids.map((sessionId) => ({ sessionId, customerId: null, amountRefunded: 0n })),
    ),
  );
const cancel = (id: string) => cancelSession(shop.ctx(), { id });
const expire = async (id: string) => {
  await world.db`update payment_sessions set expires_at = now() - interval '1 second' where id = ${id}`;
  await expireDueSessions(world.systemContext());
  return (await getSession(shop.ctx(), { id })).status;
};
/** The closed sessions are looked at again, however soon that is: the column rounds to milliseconds, also up. */
async function lookAgain(): Promise<void> {
  await world.db`update payment_sessions set release_at = now() - interval '1 second' where release_at is not null`;
  await releaseDueSessions(world.systemContext());
}
/** The chain was read twice up to this moment. */
const certain = (at: Date) => world.db`update chain_cursors set reread_at = ${at}`;
const stateOf = async (id: string) => {
  const { data } = await listOrders(shop.ctx(), { limit: 100 });
  return data.find((order) => order.id === id);
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test("a checkout reserves a piece, and a payment takes it", async () => {
  const { id } = await shop.sell({ stock: 3 });
  const first = await buySession(id);
  expect(await counts(id)).toEqual({ stock: 3, available: 2, oversold: 0 });
  expect(await stateOf(first)).toMatchObject({
    stock: "reserved",
    status: "pending",
    paidAt: null,
  });
  await confirm(first);
  expect(await counts(id)).toEqual({ stock: 2, available: 2, oversold: 0 });
  expect(await stateOf(first)).toMatchObject({
    ...{ object: "storefront_order", productId: id, linkId: null, name: "Coffee", quantity: 1 },
    ...{ unitPrice: 12_500_000n, status: "confirmed", stock: "sold", paidAt: expect.any(Date) },
  });
});

test("of N + 20 checkouts of a stock of N at once exactly N get a piece", async () => {
  const { id } = await shop.sell({ stock: 12 });
  const warm = Array.from({ length: 40 }, () => world.db`select pg_sleep(0.02)`);
  await Promise.all(warm);
  const settled = await Promise.allSettled(Array.from({ length: 32 }, () => shop.buy(id)));
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(settled.length - refused.length).toBe(12);
  for (const one of refused) expect(one).toMatchObject({ reason: outOfStock });
  expect(await counts(id)).toEqual({ stock: 12, available: 0, oversold: 0 });
  const [rows] = await world.db<{ orders: number }[]>`
    select count(*)::int as orders from storefront_orders where product_id = ${id}`;
  expect(rows?.orders).toBe(12);
});

test("a piece comes back when its session is cancelled or expires, once", async () => {
  const { id } = await shop.sell({ stock: 2 });
  const [one, other] = [await buySession(id), await buySession(id)];
  await expect(shop.buy(id)).rejects.toMatchObject(outOfStock);
  await cancel(one);
  expect(await counts(id)).toMatchObject({ stock: 2, available: 1 });
  expect(await expire(other)).toBe("expired");
  expect(await counts(id)).toMatchObject({ stock: 2, available: 2 });
  await lookAgain();
  expect(await counts(id)).toMatchObject({ stock: 2, available: 2 });
  for (const session of [one, other]) expect((await stateOf(session))?.stock).toBe("released");
});

test("a piece stays reserved while an authorization can still execute what was signed for its session", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const session = await buySession(id);
  const validBefore = minutes(15);
  await askToSign(world, session, validBefore);
  expect(await expire(session)).toBe("expired");
  await certain(minutes(14));
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 0 });
  await expect(shop.buy(id)).rejects.toMatchObject(outOfStock);
  expect((await stateOf(session))?.stock).toBe("reserved");
  await certain(validBefore);
  // Not before it is looked at again.
  expect(await counts(id)).toMatchObject({ available: 0 });
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 1 });
  await shop.buy(id);
});

test("a chain that is in doubt lets nothing go", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const session = await buySession(id);
  await askToSign(world, session, minutes(-5));
  await certain(minutes(0));
  await world.db`update chain_cursors set doubt_since = now()`;
  await cancel(session);
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 0 });
  await world.db`update chain_cursors set doubt_since = null`;
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 1 });
});

test("a submission that was held when its session closed keeps the piece until it is dead", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const sessionId = await buySession(id);
  const session = await getSession(shop.ctx(), { id: sessionId });
  const payer = await newPayer(world);
  const request = await signRequest(world, payer, session);
  await submit(shop.ctx(), request);
  await world.db`update relay_submissions set state = 'held' where session_id = ${sessionId}`;
  await certain(minutes(0));
  await cancel(sessionId);
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 0 });
  await certain(new Date(Number(request.auth.validBefore) * 1_000));
  await lookAgain();
  expect(await counts(id)).toMatchObject({ available: 1 });
});

test("a payment on its way keeps its session open, and the piece with it", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const sessionId = await buySession(id);
  const session = await getSession(shop.ctx(), { id: sessionId });
  await submit(shop.ctx(), await signRequest(world, await newPayer(world), session));
  expect(await expire(sessionId)).toBe("pending");
  await expect(cancel(sessionId)).rejects.toMatchObject({ code: "session_invalid_state" });
  expect(await counts(id)).toMatchObject({ available: 0 });
});

test("an order says how far its payment is, whether screening holds it, and what was refunded", async () => {
  const { id } = await shop.sell({ stock: 3 });
  const sessionId = await buySession(id);
  expect(await stateOf(sessionId)).toMatchObject({ payment: null, amountRefunded: 0n });
  const { amount, ref } = await getSession(shop.ctx(), { id: sessionId });
  await payDirectly(world, await fundPayer(world), { amount, ref });
  await world.chain.mine();
  await index(world);
  const seen = await stateOf(sessionId);
  expect(seen).toMatchObject({ status: "pending", payment: { state: "seen" } });
  expect(seen?.hold).toBeUndefined();
  const except = (exception: string) => world.db`
    update transactions set payment_exception = ${exception} where session_id = ${sessionId}`;
  await except("screening");
  expect(await stateOf(sessionId)).toMatchObject({ payment: null, hold: { status: "waiting" } });
  await except("none");
  await makeFinal(world);
  await world.db`update payment_sessions set amount_refunded = 1 where id = ${sessionId}`;
  expect(await stateOf(sessionId)).toMatchObject({
    ...{ status: "confirmed", payment: null, amountRefunded: 1n },
  });
});

test("a payment that confirms after the piece went to another buyer is booked, and oversold", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const late = await buySession(id);
  await cancel(late);
  const next = await buySession(id);
  await confirm(late);
  expect(await counts(id)).toEqual({ stock: 1, available: 0, oversold: 1 });
  expect(await stateOf(late)).toMatchObject({ status: "confirmed", stock: "oversold" });
  await confirm(next);
  expect(await counts(id)).toEqual({ stock: 0, available: 0, oversold: 1 });
  expect(await stateOf(next)).toMatchObject({ stock: "sold" });
});

test("a payment that confirms after its release takes the piece that is still there", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const late = await buySession(id);
  await cancel(late);
  await confirm(late);
  expect(await counts(id)).toEqual({ stock: 0, available: 0, oversold: 0 });
});

test("a session that is paid while its piece waits for a release keeps it", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const session = await buySession(id);
  await askToSign(world, session, minutes(15));
  await cancel(session);
  await confirm(session);
  await certain(minutes(20));
  await lookAgain();
  expect(await counts(id)).toEqual({ stock: 0, available: 0, oversold: 0 });
  expect((await stateOf(session))?.stock).toBe("sold");
});

test("what is sold is what it was when the checkout began", async () => {
  const { id } = await shop.sell({ stock: 5, name: "Tea", price: 3_000_000n });
  const sessionId = await buySession(id);
  await updateProduct(shop.ctx(), { id, name: "Green tea", price: 4_000_000n });
  expect(await getSession(shop.ctx(), { id: sessionId })).toMatchObject({
    ...{ amount: 3_000_000n, description: "Tea", createdVia: "storefront", status: "pending" },
    metadata: { product: { id, name: "Tea", price: "3000000", quantity: 1 } },
  });
  expect(await stateOf(sessionId)).toMatchObject({ name: "Tea", unitPrice: 3_000_000n });
});

test("what is settled or looked at again changes nothing any more", async () => {
  const { id } = await shop.sell({ stock: 3 });
  const [paid, open] = [await buySession(id), await buySession(id)];
  await confirm(paid);
  const session = { id: paid, invoiceId: null, createdVia: "storefront" };
  await transaction(world.db, (tx) => settleOrders(world.systemContext(), tx, [session]));
  // The one is paid, and the other can be.
  await world.db`update payment_sessions set release_at = now() where id in (${paid}, ${open})`;
  await releaseDueSessions(world.systemContext());
  expect(await counts(id)).toEqual({ stock: 2, available: 1, oversold: 0 });
  expect((await stateOf(open))?.stock).toBe("reserved");
});

test("a stock that is lowered below what is reserved refuses no payment", async () => {
  const { id } = await shop.sell({ stock: 3 });
  const bought = [await buySession(id), await buySession(id)];
  await updateProduct(shop.ctx(), { id, stock: 1 });
  expect(await counts(id)).toEqual({ stock: 1, available: 0, oversold: 0 });
  await confirm(...bought);
  expect(await counts(id)).toEqual({ stock: 0, available: 0, oversold: 1 });
});

test("a reserve that was counted too low keeps no payment from being booked, and no session from closing", async () => {
  const { id } = await shop.sell({ stock: 5 });
  const [paid, given] = [await buySession(id), await buySession(id)];
  await world.db`update storefront_products set reserved = 0 where id = ${id}`;
  await confirm(paid);
  expect(await stateOf(paid)).toMatchObject({ status: "confirmed", stock: "sold" });
  await cancel(given);
  expect(await stateOf(given)).toMatchObject({ status: "cancelled", stock: "released" });
  expect(await counts(id)).toEqual({ stock: 4, available: 4, oversold: 0 });
});

test("a list of orders shows none as pending whose time is up", async () => {
  const { id } = await shop.sell({ stock: 1 });
  const sessionId = await buySession(id);
  await world.db`
    update payment_sessions set expires_at = now() - interval '1 second' where id = ${sessionId}`;
  expect(await stateOf(sessionId)).toMatchObject({ status: "expired" });
});

test("a merchant is mailed when the last piece is sold, each time", async () => {
  await world.db`update merchants set email = 'ada@example.com' where id = ${world.merchant.id}`;
  const { id } = await shop.sell({ stock: 2, name: "Mug" });
  const found = () => world.db<{ facts: Parameters<typeof soldOutMail.body>[0] }[]>`
    select facts from mails where kind = 'product_sold_out' and facts ->> 'productId' = ${id}`;
  const mails = async () => (await found()).length;
  await confirm(await buySession(id));
  expect(await mails()).toBe(0);
  await confirm(await buySession(id));
  const sent = await found();
  expect(sent.map(({ facts }) => soldOutMail.body(facts, {} as Wording).button?.to)).toEqual([
    `/dashboard/storefront/products/${id}`,
  ]);
  await updateProduct(shop.ctx(), { id, stock: 1 });
  await confirm(await buySession(id));
  expect(await mails()).toBe(2);
});

test("pieces are reserved for an hour, and what is not counted is payable for a day", async () => {
  const [counted, other] = [await shop.sell({ stock: 1 }), await shop.sell({ stock: null })];
  const ahead = async (id: string) => {
    const { expiresAt } = await shop.buy(id);
    return Math.round((expiresAt.getTime() - Date.now()) / 60_000);
  };
  expect(await ahead(counted.id)).toBe(60);
  expect(await ahead(other.id)).toBe(24 * 60);
});

test("cancelling and paying at once agree about the piece", async () => {
  const { id } = await shop.sell({ stock: 20 });
  const sessions: string[] = [];
  for (let count = 0; count < 10; count += 1) sessions.push(await buySession(id));
  await Promise.allSettled(sessions.flatMap((session) => [cancel(session), confirm(session)]));
  const states = await Promise.all(sessions.map(async (one) => (await stateOf(one))?.status));
  expect(new Set(states)).toEqual(new Set(["confirmed"]));
  expect(await counts(id)).toEqual({ stock: 10, available: 10, oversold: 0 });
});

test("an operator repairs reservations of ended sessions, and leaves those that a payer may still pay", async () => {
  const { id } = await shop.sell({ stock: 9 });
  const [open, stuck, paid, alive] = [
    await buySession(id),
    await buySession(id),
    await buySession(id),
    await buySession(id),
  ];
  const { db } = world;
  const ago = db`now() - interval '1 hour'`;
  await askToSign(world, alive, minutes(15));
  await certain(minutes(0));
  await db`
    update payment_sessions set status = 'expired', closed_at = ${ago}
    where id in (${stuck}, ${alive})`;
  await db`update payment_sessions set status = 'confirmed', confirmed_at = ${ago} where id = ${paid}`;
  await db`update storefront_products set reserved = reserved + 2 where id = ${id}`;
  const found = await findReservationFaults(db);
  const ours = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();
  expect(ours(found.stuck)).toEqual([stuck, paid, alive].sort());
  expect(found.miscounted).toEqual([{ id, reserved: 6, ordered: 4 }]);
  const operator = { kind: "operator", name: "ada", command: "x", reason: "stuck" } as const;
  const left = await repairReservations({ ...world.systemContext(), actor: operator });
  expect(left).toEqual({ stuck: [], miscounted: [] });
  const states = await Promise.all([open, stuck, paid, alive].map(stateOf));
  expect(states.map((one) => one?.stock)).toEqual(["reserved", "released", "sold", "reserved"]);
  expect(await counts(id)).toEqual({ stock: 8, available: 6, oversold: 0 });
  const audit = await db`
    select before, after from audit_log
    where subject_id = ${id} and action = 'product.recount_reservations'`;
  expect(audit).toEqual([{ before: { reserved: 4 }, after: { reserved: 2 } }]);
});

test("a purchase on the chain takes the piece, and both are mailed of the product", async () => {
  const { id } = await shop.sell({ stock: 1, name: "Grinder" });
  const session = await getSession(shop.ctx(), { id: await buySession(id) });
  const { amount, ref } = session;
  await payDirectly(world, await fundPayer(world), { amount, ref });
  await makeFinal(world);
  expect(await stateOf(session.id)).toMatchObject({ status: "confirmed", stock: "sold" });
  expect(await counts(id)).toEqual({ stock: 0, available: 0, oversold: 0 });
  const mails = await world.db<{ kind: string; facts: object }[]>`
    select kind, facts from mails where facts ->> 'sessionId' = ${session.id}`;
  expect(mails).toEqual([
    {
      kind: "payment_received",
      facts: expect.objectContaining({ isSale: true, description: "Grinder" }),
    },
  ]);
});
