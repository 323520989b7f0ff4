import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "@/db/client";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { randomNumbers } from "@/testing/faulty-rpc";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { fundPayer, payDirectly, resend } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 1_000_000n;
const DEPTH = 4;

let world: World;
let payer: ChainAccount;
const raws: string[] = [];

beforeAll(async () => {
  world = await createWorld({ finalityDepth: DEPTH });
  payer = await fundPayer(world);
});

afterAll(() => world?.stop());

async function scan(ctx: Context<SystemActor>) {
  const [chain] = withChain(ctx, () => ({ local: false })).chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, new Date(Date.now() + 20_000));
}

async function pay(): Promise<void> {
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  const { raw } = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  raws.push(raw);
}

/** Every transaction that was sent is in the chain, and as deep as finality wants it. */
async function heal(): Promise<void> {
  await resend(world, raws);
  await world.chain.mine(DEPTH + 1);
  expect(await scan(world.systemContext())).toEqual({ kind: "current" });
}

async function expectExactlyOnce(): Promise<void> {
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
  const [counts] = await world.db`
    select
      (select count(*) from payment_sessions) as sessions,
      (select count(*) from payment_sessions where status = 'confirmed') as confirmed,
      (select count(*) from transactions where status = 'confirmed') as transactions,
      (
        select count(*) from chain_events e where kind = 'processor' and not exists (
          select from platform_changes p
          where (p.chain_id, p.block_number, p.log_index)
            = (e.chain_id, e.block_number, e.log_index)
        )
      ) as events,
      (select count(*) from events where type = 'payment.completed') as completed`;
  const sessions = BigInt(raws.length);
  expect(counts).toEqual({
    sessions,
    confirmed: sessions,
    transactions: sessions,
    events: sessions,
    completed: sessions,
  });
}

test("a crash at any statement, before or after it, neither loses nor doubles a payment", async () => {
  let crashes = 0;
  for (let at = 1; at <= 70; at += 1) {
    await pay();
    await world.chain.mine();
    if (at % 3 === 0) {
      await world.chain.reorg(1 + (at % 2));
      await resend(world, raws);
      await world.chain.mine(2);
    }
    const ctx = { ...world.systemContext(), db: crashingDb(world.db, at) };
    await scan(ctx).catch((error) => {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
    });
    const [loose] = await world.db`
      select from chain_events e join chain_cursors c on c.chain_id = e.chain_id
      where e.block_number > c.number`;
    expect(loose).toBeUndefined();
  }
  expect(crashes).toBeGreaterThan(30);
  await heal();
  await expectExactlyOnce();
}, 120_000);

test("two indexers at once come to the same result as one", async () => {
  const random = randomNumbers(5);
  const pools = [createDb(world.database.url), createDb(world.database.url)];
  await Promise.all(pools.map((pool) => pool`select 1`));
  for (let round = 0; round < 20; round += 1) {
    await pay();
    await world.chain.mine(1 + Math.floor(random() * 3));
    const scans = Promise.all(
      pools.flatMap((db) => [0, 1].map(() => scan({ ...world.systemContext(), db }))),
    );
    if (random() < 0.4) {
      await world.chain.reorg(1 + Math.floor(random() * 3));
      await resend(world, raws);
    }
    await scans;
  }
  await heal();
  await expectExactlyOnce();
  await Promise.all(pools.map((pool) => pool.end()));
}, 60_000);
