import { type Hex, parseTransaction } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Db, transaction } from "@/db/client";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import {
  drain,
  drainFor,
  index,
  makeFinal,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import { createWorld, type World } from "@/testing/world";

let world: World;
let fault: Fault = () => undefined;
const sentNonces: bigint[] = [];

beforeAll(async () => {
  world = await createWorld({
    env: { RELAY_BATCH_WAIT_MS: "0" },
    wrapRpc: (rpc) =>
      faultyRpc(rpc, (call) => {
        if (call.method === "eth_sendRawTransaction") {
          sentNonces.push(BigInt(parseTransaction(call.params[0] as Hex).nonce ?? 0));
        }
        return fault(call);
      }),
  });
});
// A wallet that has relayed before: its counter is its own.
beforeAll(async () => {
  await relayed(await newPayer(world));
  await settle();
});
afterAll(() => world.stop());
beforeEach(async () => {
  fault = () => undefined;
  sentNonces.length = 0;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
/** With the first so many of the relay wallets. */
const system = (wallets = 1) => {
  const ctx = world.systemContext();
  const keys = ctx.config.RELAYER_PRIVATE_KEYS.slice(0, wallets);
  return { ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS: keys } };
};
const drained = (times = 1, wallets = 1) => drain(system(wallets), times);
const relayed = async (payer: ChainAccount) =>
  submit(merchant(), await signRequest(world, payer, null));
const shown = (view: { idempotencyKey: string }) => getSubmission(merchant(), view);
const relayer = () => {
  const [first] = world.chain.relayers;
  if (!first) throw new Error("there is a relayer");
  return first;
};
const chainCount = async () =>
  BigInt(await world.chain.request<Hex>("eth_getTransactionCount", [relayer().address, "latest"]));
const wallet = async () => {
  const [row] = await world.db<
    { nextNonce: bigint; blockedReason: string | null }[]
  >`select * from relay_wallets where address = ${lowerHex(relayer().address)}`;
  if (!row) throw new Error("the wallet is known");
  return row;
};
const sendElsewhere = () => world.send(relayer(), { to: world.merchant.payout, data: "0x" });

async function settle(wallets = 1): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await hurry(world);
    await drained(2, wallets);
    await world.chain.mine();
    await drained(1, wallets);
    await makeFinal(world);
    await drained(1, wallets);
  }
}

const SCHEMA = "backup";

/** Copies all rows aside, as a dump of the database would. */
async function backUp(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`drop schema if exists ${tx(SCHEMA)} cascade`;
    await tx`create schema ${tx(SCHEMA)}`;
    for (const table of await tablesOf(tx)) {
      await tx`create table ${tx(SCHEMA)}.${tx(table)} as table public.${tx(table)}`;
    }
  });
}

/** Puts the rows back as they were copied: what came after is gone. */
async function restoreBackup(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // No trigger and no foreign key looks at the order.
    await tx`set local session_replication_role = replica`;
    for (const table of await tablesOf(tx)) {
      await tx`delete from public.${tx(table)}`;
      const columns = tx(await columnsOf(tx, table));
      await tx`
        insert into public.${tx(table)} (${columns}) overriding system value
        select ${columns} from ${tx(SCHEMA)}.${tx(table)}`;
    }
  });
}

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  return rows.map(({ name }) => name);
}

/** Those that are generated are made anew. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`;
  return rows.map(({ name }) => name);
}

test("drill: a backup is restored, and every payment before and after it is made once", async () => {
  const [settledPayer, flyingPayer, queuedPayer, ...laterPayers] = await newPayers(world, 9);
  if (!settledPayer || !flyingPayer || !queuedPayer) throw new Error("there are payers");
  const settled = await relayed(settledPayer);
  await settle();
  const flying = await relayed(flyingPayer);
  await drained();
  const queued = await relayed(queuedPayer);
  const session = await openSession(world);
  await backUp(world.db);

  // All of this happens on the chain, and is forgotten by the database.
  const lost = [];
  for (const payer of laterPayers.slice(0, 3)) {
    lost.push(await relayed(payer));
    await drained();
    await world.chain.mine();
  }
  const paying = await newPayer(world);
  const forgotten = await submit(merchant(), await signRequest(world, paying, session));
  await settle();
  expect(await shown(queued)).toMatchObject({ status: "confirmed" });
  expect(await getSession(merchant(), session)).toMatchObject({ status: "confirmed" });
  await restoreBackup(world.db);

  const count = await chainCount();
  expect((await wallet()).nextNonce).toBeLessThan(count);
  sentNonces.length = 0;
  const fresh = [];
  for (const payer of laterPayers.slice(3)) fresh.push(await relayed(payer));
  await drained(3);
  await index(world);
  await settle();

  for (const view of [settled, flying, queued, ...fresh]) {
    expect(await shown(view)).toMatchObject({ status: "confirmed", outcome: "succeeded" });
  }
  for (const view of [settled, flying, queued, ...lost, forgotten, ...fresh]) {
    expect(await settlementsOf(world, view.paymentId)).toBe(1);
  }
  // Nobody was led into a nonce that is gone, and none was left out.
  for (const view of fresh) expect((await submissionRow(world, view)).rounds).toBe(1);
  const known = new Set((await slotsOf(world)).map(({ nonce }) => nonce));
  for (const nonce of sentNonces) expect(nonce >= count || known.has(nonce)).toBe(true);
  expect((await wallet()).nextNonce).toBe(await chainCount());
  expect((await slotsOf(world)).filter(({ state }) => state !== "consumed")).toEqual([]);
  expect(await getSession(merchant(), session)).toMatchObject({ status: "confirmed" });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

describe("a wallet whose nonces were used elsewhere", () => {
  test("signs nothing before they are final, and then goes on after them", async () => {
    await sendElsewhere();
    const view = await relayed(await newPayer(world));
    const { nextNonce } = await wallet();
    await drained(3);
    expect(sentNonces).toEqual([]);
    expect(await shown(view)).toMatchObject({ status: "queued" });
    expect(await wallet()).toMatchObject({ nextNonce, blockedReason: "nonce_behind" });
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(sentNonces).toEqual([nextNonce + 1n]);
    expect(await wallet()).toMatchObject({ nextNonce: nextNonce + 2n, blockedReason: null });
  });

  test("keeps its counter when they come back by a reorganisation, so that there is no gap", async () => {
    const payer = await newPayer(world);
    await makeFinal(world);
    await sendElsewhere();
    const view = await relayed(payer);
    const { nextNonce } = await wallet();
    await drained(3);
    expect(await wallet()).toMatchObject({ nextNonce, blockedReason: "nonce_behind" });
    await world.chain.reorg(1);
    await hurry(world);
    await drained(2);
    expect(sentNonces).toEqual([nextNonce]);
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
    expect(await settlementsOf(world, view.paymentId)).toBe(1);
  });

  test("leaves the payments to the other wallets at once", async () => {
    const first = await relayed(await newPayer(world));
    await settle(3);
    expect(await shown(first)).toMatchObject({ status: "confirmed" });
    await sendElsewhere();
    const [last, ...payers] = await newPayers(world, 5);
    if (!last) throw new Error("there are payers");
    const views = [];
    for (const payer of payers) views.push(await relayed(payer));
    await drained(3, 3);
    for (const view of views) expect(await shown(view)).toMatchObject({ status: "submitted" });
    // Another process watches it, and it has less in flight than any other.
    await world.db`
      update relay_wallets set lease_owner = 'elsewhere', lease_until = now() + interval '1 minute',
        blocked_until = now() + interval '1 minute'
      where address = ${lowerHex(relayer().address)}`;
    const late = await relayed(last);
    await drained(3, 3);
    expect(await shown(late)).toMatchObject({ status: "submitted" });
    await world.db`update relay_wallets set lease_owner = null, lease_until = null`;
    views.push(late);
    await settle(3);
    for (const view of views) expect(await shown(view)).toMatchObject({ status: "confirmed" });
  });

  test("is found by a node that has forgotten the final block's state, too", async () => {
    await sendElsewhere();
    const view = await relayed(await newPayer(world));
    const count = await chainCount();
    fault = ({ method, params, ask }) => {
      if (method !== "eth_getTransactionCount" || params[1] === "latest") return undefined;
      return world.chain.request<Hex>("eth_blockNumber", []).then((head) => {
        if (head === params[1]) return ask();
        throw new RpcError(-32000, "missing trie node", null);
      });
    };
    await drained(2);
    await makeFinal(world);
    await hurry(world);
    await drained(2);
    expect(await wallet()).toMatchObject({ nextNonce: count + 1n });
    await settle();
    expect(await shown(view)).toMatchObject({ status: "confirmed" });
  });
});

test("a payment that loses its nonce to foreign transactions, again and again, is not given up", async () => {
  const view = await relayed(await newPayer(world));
  for (let round = 1; round <= 5; round += 1) {
    const { txHash } = await sentInRound(view, round);
    await world.chain.request("anvil_dropTransaction", [txHash]);
    await sendElsewhere();
    await makeFinal(world);
  }
  await sentInRound(view, 6);
  await settle();
  expect(await shown(view)).toMatchObject({ status: "confirmed" });
  expect(await settlementsOf(world, view.paymentId)).toBe(1);
}, 120_000);

/** Several looks are needed before a nonce counts as used by a foreign transaction. */
async function sentInRound(view: { id: string }, round: number): Promise<SubmissionRow> {
  for (let look = 0; look < 20; look += 1) {
    await hurry(world);
    await drainFor(system(), 4_000);
    const row = await submissionRow(world, view);
    if (row.rounds === round && row.state === "broadcast") return row;
  }
  throw new Error(`the payment is not sent in round ${round}`);
}
