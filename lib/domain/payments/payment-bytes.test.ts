import { afterAll, beforeAll, expect, test } from "vitest";
import { numberEvents } from "@/lib/domain/events/number-events";
import { createWebhookEndpoint } from "@/lib/domain/webhook-endpoints/create-webhook-endpoint";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submit,
} from "@/testing/relay";
import { rowBytes } from "@/testing/row-bytes";
import { createWorld, type World } from "@/testing/world";

/**
 * What a payment leaves for longer than it is open, with its webhook, by its rows and the entries of its indexes. On
 * disk pages are not full, and entries of lists are shared: there the limit is 10,000 bytes, which takes minutes to see
 * (`npm run bench:storage`). Whoever adds a column or an index makes room for it elsewhere.
 */
const MOST_BYTES = 7_900;
const tables = [
  "payment_sessions",
  "transactions",
  "relay_submissions",
  "relay_batch_items",
  "events",
  "webhook_dispatches",
  "webhook_deliveries",
  "chain_events",
  "compliance_screenings",
];

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world.stop());

async function measureAll(): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  for (const table of tables) {
    for (const [part, bytes] of await rowBytes(world.db, table)) parts.set(part, bytes);
  }
  return parts;
}

test("a confirmed payment's rows and entries stay within their room", async () => {
  const payer = await newPayer(world);
  const ctx = world.merchantContext();
  const endpoint = {
    url: "http://127.0.0.1:9/",
    events: ["payment.completed" as const],
    mode: "test" as const,
  };
  await createWebhookEndpoint.run(
    ctx,
    endpoint,
    await createWebhookEndpoint.prepare(ctx, endpoint),
  );
  await index(world);
  const before = await measureAll();
  const request = await signRequest(world, payer, await openSession(world));
  await submit(ctx, request);
  await drain(world.systemContext());
  await world.chain.mine(1);
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  await numberEvents({ db: world.db });
  const [row] = await world.db<{ status: string; open: number }[]>`
    select status, (select count(*) from events where position is null)::int as open
    from payment_sessions`;
  expect(row).toEqual({ status: "confirmed", open: 0 });
  const grown = [...(await measureAll())].map(
    ([part, bytes]) => [part, bytes - (before.get(part) ?? 0)] as const,
  );
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total, JSON.stringify(Object.fromEntries(grown), null, 1)).toBeLessThanOrEqual(MOST_BYTES);
});
