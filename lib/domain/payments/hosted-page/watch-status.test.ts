import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { loadPayPage } from "./load-pay-page";
import { watchStatus } from "./watch-status";

let world: World;
let session: SessionView;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  session = await openSession(world);
});
afterAll(() => world.stop());

const page = (): Context<PublicActor> => ({
  ...world.systemContext(),
  actor: { kind: "public", ip: "203.0.113.9" },
});
const watch = () => watchStatus(page(), { sessionId: session.id });
const openedAt = async () => {
  const [row] = await world.db<{ openedAt: Date | null }[]>`
    select opened_at from payment_sessions where id = ${session.id}`;
  return row?.openedAt;
};

test("a session is opened when its page first asks for its status, and not again", async () => {
  await loadPayPage(page(), { sessionId: session.id });
  expect(await openedAt()).toBeNull();
  expect(await watch()).toMatchObject({ status: "open" });
  const opened = await openedAt();
  expect(opened).toBeInstanceOf(Date);
  await world.db`
    update payment_sessions set opened_at = opened_at - interval '1 minute' where id = ${session.id}`;
  await watch();
  expect(await openedAt()).toEqual(new Date((opened?.getTime() ?? 0) - 60_000));
});

test("one that is closed is not opened by whoever looks at it", async () => {
  await cancelSession(world.merchantContext(), { id: session.id });
  expect(await watch()).toMatchObject({ status: "cancelled" });
  expect(await openedAt()).toBeNull();
});

test("another session's opening is its own", async () => {
  const other = await openSession(world);
  await watch();
  const [row] = await world.db`select opened_at from payment_sessions where id = ${other.id}`;
  expect(row?.openedAt).toBeNull();
});

test("the page does not wait for what is done to the session meanwhile", async () => {
  await world.db.begin(async (tx) => {
    await tx`select from payment_sessions where id = ${session.id} for update`;
    expect(await watch()).toMatchObject({ status: "open" });
  });
  expect(await openedAt()).toBeNull();
  await watch();
  expect(await openedAt()).toBeInstanceOf(Date);
});
