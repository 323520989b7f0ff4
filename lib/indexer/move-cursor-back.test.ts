import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Rpc, RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { createTestDatabase } from "@/testing/database";
import { faultyRpc } from "@/testing/faulty-rpc";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { moveCursorBack, planCursorMove } from "./move-cursor-back";
import { scanChain } from "./scan-chain";

const AMOUNT = 4_000_000n;

let world: World;
let payer: ChainAccount;
let honest: Rpc;

/** A few hundred blocks, a payment here and there, some of them wrong. */
beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  honest = world.deployment().chain.rpc;
  for (let count = 0; count < 30; count += 1) {
    const session = await createSession(world.merchantContext(), {
      amount: AMOUNT,
      currency: "USDC",
    });
    const amount = count % 5 === 0 ? AMOUNT - 1n : AMOUNT;
    const mode = count % 7 === 0 ? "live" : "test";
    await payDirectly(world, payer, { amount, mode, ref: session.ref });
    if (count % 3 > 0) await world.chain.mine(1 + ((count * 7) % 23));
  }
  await world.chain.mine(3);
}, 120_000);

afterAll(() => world?.stop());

const later = () => new Date(Date.now() + 30_000);
const chainId = () => world.chain.chainId;

async function scan(ctx: Context<SystemActor>) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, later());
}

/** Reads everything again from the first contract on. */
async function reread(ctx: Context<SystemActor>) {
  await moveCursorBack(ctx, await planCursorMove(ctx, { chainId: chainId(), to: 0n }));
  let outcome = await scan(ctx);
  // A node that refuses ends a scan.
  while (outcome.kind === "unfinished") outcome = await scan(ctx);
  return outcome;
}

const ledger = async () => ({
  lines: await databaseLedger(world.db),
  transactions: await world.db`select * from transactions order by id`,
  sessions: await world.db`select * from payment_sessions order by id`,
  events: await world.db`select * from events order by id`,
  chainEvents: await world.db`select * from chain_events order by block_number, log_index`,
});

test("reading everything again gives the same rows and sends nothing twice", async () => {
  expect(await scan(world.systemContext())).toEqual({ kind: "current" });
  const before = await ledger();
  expect(before.lines).toEqual(await chainLedger(world));
  expect(before.lines).toHaveLength(30);
  expect(await reread(world.systemContext())).toEqual({ kind: "current" });
  expect(await ledger()).toEqual(before);
});

test("a database that starts from nothing comes to the same ledger", async () => {
  const fresh = await createTestDatabase();
  try {
    for (const table of [
      "merchants",
      "deployments",
      "deployment_contracts",
      "merchant_registrations",
    ] as const) {
      const rows = await world.db`select * from ${world.db(table)}`;
      const asText = (value: unknown) => {
        if (typeof value === "bigint") return String(value);
        return typeof value === "string" ? value.replace(/^0x/, "\\x") : value;
      };
      const text = JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])),
        ),
      );
      const snake = text.replaceAll(/"([a-z]+[A-Z][A-Za-z]*)":/g, (_, name: string) => {
        const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return `"${column}":`;
      });
      await fresh.db`
        insert into ${fresh.db(table)}
        select * from json_populate_recordset(null::${fresh.db(table)}, ${snake}::text::json)`;
    }
    await fresh.db`update deployment_contracts set joined_at = null`;
    const ctx = { ...world.systemContext(), db: fresh.db };
    expect(await scan(ctx)).toEqual({ kind: "current" });
    expect(await databaseLedger(fresh.db)).toEqual(await databaseLedger(world.db));
  } finally {
    await fresh.drop();
  }
});

test("whatever range the node allows at each call, every block is covered", async () => {
  const answers = fc.oneof(
    { weight: 6, arbitrary: fc.record({ cap: fc.integer({ min: 1, max: 500 }) }) },
    { weight: 1, arbitrary: fc.constantFrom("rate limit exceeded", "internal error") },
  );
  const expected = await ledger();
  const blocks = await world.db<{ hash: string }[]>`
    select b.hash from transactions t
    join chain_blocks b on b.chain_id = t.chain_id and b.number = t.block_number`;
  const holders = new Set<unknown>(blocks.map(({ hash }) => hash));
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 40 }), async (script) => {
      let calls = 0;
      const doubted = new Set<unknown>();
      const rpc = faultyRpc(honest, ({ method, params }) => {
        if (method === "eth_getBlockReceipts") doubted.add(params[0]);
        const [query] = params as [{ fromBlock?: string; toBlock?: string }];
        if (method !== "eth_getLogs" || !query.fromBlock) return undefined;
        const width = Number(query.toBlock) - Number(query.fromBlock) + 1;
        const answer = script[calls];
        calls += 1;
        if (answer === undefined) return undefined;
        if (typeof answer === "string") throw new RpcError(-32005, answer, null);
        if (width > answer.cap) throw new RpcError(-32602, "query exceeds max range", null);
        return undefined;
      });
      const ctx = withChain(world.systemContext(), () => ({ rpc }));
      expect(await reread(ctx)).toEqual({ kind: "current" });
      expect(await ledger()).toEqual(expected);
      expect([...doubted].filter((hash) => holders.has(hash))).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("a deployment that was added later is read from its start before it is read along", async () => {
  const all = world.systemContext();
  const [test] = all.chains.deployments;
  if (!test) throw new Error("there is a deployment");
  const only = { ...all, chains: { ...all.chains, deployments: [test] } };
  const expected = await ledger();
  await reread(only);
  const live = await world.db`
    select from transactions where mode = 'live' and status <> 'reorged' and block_number > 0`;
  const [joined] =
    await world.db`select count(*) from deployment_contracts where joined_at is not null`;
  // Its registry, its processor, its contracts for refunds, subscriptions and jobs, and its treasuries.
  expect(joined).toEqual({ count: 7n });
  expect(live.length).toBeGreaterThan(0);

  await payDirectly(world, payer, { mode: "live", amount: 9n });
  await world.chain.mine();
  expect(await scan(only)).toEqual({ kind: "current" });
  expect(await scan(all)).toEqual({ kind: "current" });
  const again = await ledger();
  expect(again.lines).toEqual(await chainLedger(world));
  expect(again.chainEvents).toHaveLength(expected.chainEvents.length + 1);
  await world.chain.mine(2);
  expect(await scan(all)).toEqual({ kind: "current" });
  const [open] = await world.db`select from transactions where status <> 'confirmed'`;
  expect(open).toBeUndefined();
});

test("a deployment that is not configured for a while misses nothing", async () => {
  const all = world.systemContext();
  const [test] = all.chains.deployments;
  if (!test) throw new Error("there is a deployment");
  const only = { ...all, chains: { ...all.chains, deployments: [test] } };
  await scan(only);
  await payDirectly(world, payer, { mode: "live", amount: 11n });
  await payDirectly(world, payer, { mode: "test", amount: 12n });
  await world.chain.mine(4);
  await scan(only);
  expect(await databaseLedger(world.db)).toHaveLength((await chainLedger(world)).length - 1);
  expect(await scan(all)).toEqual({ kind: "current" });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

test("a history of other blocks than the cursor's is forgotten and read again", async () => {
  const all = world.systemContext();
  const [test] = all.chains.deployments;
  if (!test) throw new Error("there is a deployment");
  await scan({ ...all, chains: { ...all.chains, deployments: [test] } });
  await world.db`
    update deployment_contracts set backfilled_hash = ${`0x${"55".repeat(32)}`} where joined_at is null`;
  await scan(all);
  const [left] = await world.db`
    select from chain_events e join deployment_contracts c on c.deployment_id = e.deployment_id
      and c.kind = e.kind
    where c.joined_at is null`;
  expect(left).toBeUndefined();
  expect(await scan(all)).toEqual({ kind: "current" });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

test("a cursor moves back only, and to a block of the chain that was read", async () => {
  const ctx = world.systemContext();
  await scan(ctx);
  const [cursor] = await world.db<{ number: bigint }[]>`select number from chain_cursors`;
  const at = cursor?.number ?? 0n;
  const plan = (to: bigint) => planCursorMove(ctx, { chainId: chainId(), to });
  await expect(plan(at)).rejects.toThrow("it moves back only");
  const stale = await plan(at - 3n);
  await world.chain.mine();
  await scan(ctx);
  await expect(moveCursorBack(ctx, stale)).rejects.toThrow("The cursor has moved");
  await world.db`
    update chain_blocks set hash = ${`0x${"55".repeat(32)}`}
    where number = (select finalized_number from chain_cursors)`;
  await world.db`
    update chain_blocks set hash = overlay(hash placing '5555' from 3 for 4)
    where number > (select finalized_number from chain_cursors)`;
  await expect(plan(at - 3n)).rejects.toThrow("use rebuild");
  expect(await world.db`select number from chain_cursors`).toEqual([{ number: at + 1n }]);
});
