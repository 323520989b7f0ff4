import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { httpRpc, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import {
  type Fault,
  faultyRpc,
  lyingNode,
  randomNumbers,
  unfilteredLogs,
} from "@/testing/faulty-rpc";
import { deployForeign } from "@/testing/foreign-contracts";
import { saying, startHttpNode } from "@/testing/http-node";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { fundPayer, payDirectly, resend } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 3_000_000n;
const DEPTH = 8;

let world: World;
let payer: ChainAccount;
let honest: Rpc;

beforeAll(async () => {
  world = await createWorld({ finalityDepth: DEPTH });
  payer = await fundPayer(world);
  honest = world.deployment().chain.rpc;
});

afterAll(() => world?.stop());

function through(rpc: Rpc): Context<SystemActor> {
  return withChain(world.systemContext(), () => ({ rpc, local: false }));
}

async function scan(ctx: Context<SystemActor>) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, new Date(Date.now() + 20_000));
}

const withFault = (fault: Fault) => scan(through(faultyRpc(honest, fault)));
const cursor = async () => {
  const [row] = await world.db<{ number: bigint; hash: string }[]>`
    select number, hash from chain_cursors`;
  return row;
};

async function payOne() {
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  return session;
}

interface Block {
  number: string;
  hash: string;
  logsBloom: string;
  transactions: string[];
}

test.each<[string, Fault]>([
  [
    "hides the logs of a block, and its receipts",
    ({ method }) =>
      method === "eth_getLogs" || method === "eth_getBlockReceipts"
        ? Promise.resolve([])
        : undefined,
  ],
  [
    "hides logs, and gives receipts without them",
    ({ method, ask }) => {
      if (method === "eth_getLogs") return Promise.resolve([]);
      if (method !== "eth_getBlockReceipts") return undefined;
      return ask().then((receipts) =>
        (receipts as object[]).map((receipt) => ({ ...receipt, logs: [] })),
      );
    },
  ],
  [
    "answers that it has no such block",
    ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] !== "latest"
        ? Promise.resolve(null)
        : undefined,
  ],
  [
    "answers with another block than was asked for",
    ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] !== "latest"
        ? honest.request({ method, params: ["0x1", false] })
        : undefined,
  ],
  [
    "gives logs of another block",
    ({ method, ask }) =>
      method === "eth_getLogs"
        ? ask().then((logs) =>
            (logs as object[]).map((log) => ({ ...log, blockHash: `0x${"ab".repeat(32)}` })),
          )
        : undefined,
  ],
  [
    "refuses to give logs",
    ({ method }) =>
      method === "eth_getLogs" ? Promise.reject(new Error("query returned too much")) : undefined,
  ],
  ["gives nonsense", () => Promise.resolve({ nonsense: true })],
  ["is not there", () => Promise.reject(new Error("socket hang up"))],
])("a node that %s moves nothing, and is asked again", async (_what, fault) => {
  await scan(through(honest));
  const session = await payOne();
  const before = await cursor();
  expect(await withFault(fault)).toEqual({ kind: "unfinished" });
  expect(await cursor()).toEqual(before);
  expect(await scan(through(honest))).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    payment: { state: "seen" },
  });
});

test("a node whose plan is used up holds nothing up where there is another one", async () => {
  const node = await startHttpNode();
  const error = { code: -32005, message: "daily request count exceeded, upgrade your plan" };
  node.answer = saying(200, JSON.stringify({ jsonrpc: "2.0", id: null, error }));
  const session = await payOne();
  expect(await scan(through(httpRpc([node.url, world.chain.rpcUrl])))).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    payment: { state: "seen" },
  });
  await node.stop();
});

test("logs that a node forgets are found in the receipts", async () => {
  const session = await payOne();
  const result = await withFault(({ method }) =>
    method === "eth_getLogs" ? Promise.resolve([]) : undefined,
  );
  expect(result).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    payment: { state: "seen" },
  });
});

test("a node that leaves the bloom empty proves nothing by it", async () => {
  const session = await payOne();
  const empty = `0x${"00".repeat(256)}`;
  const result = await withFault(({ method, ask }) => {
    if (method === "eth_getLogs") return Promise.resolve([]);
    if (method !== "eth_getBlockByNumber") return undefined;
    return ask().then((block) => block && { ...(block as Block), logsBloom: empty });
  });
  expect(result).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    payment: { state: "seen" },
  });
});

test("a node that is behind takes nothing back", async () => {
  const session = await payOne();
  await scan(through(honest));
  const before = await cursor();
  const back = `0x${((before?.number ?? 0n) - 3n).toString(16)}`;
  const result = await withFault(({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === "latest"
      ? honest.request({ method, params: [back, false] })
      : undefined,
  );
  expect(result).toEqual({ kind: "current" });
  expect(await cursor()).toEqual(before);
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    payment: { state: "seen" },
  });
});

test("a header that fails in the middle of a long way back does not hold up those before it", async () => {
  await scan(world.systemContext());
  const before = (await cursor())?.number ?? 0n;
  await world.chain.mine(40);
  const broken = `0x${(before + 30n).toString(16)}`;
  await withFault(({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === broken
      ? Promise.reject(new Error("socket hang up"))
      : undefined,
  );
  expect(await cursor()).toMatchObject({ number: before + 29n });
});

/** Stored blocks that do not follow the one before. */
const unlinked = () =>
  world.db`
    select b.number from chain_blocks b
    join chain_blocks p on p.chain_id = b.chain_id and p.number = b.number - 1
    where p.hash <> b.parent_hash`;

test("a block from before a reorganisation, in the middle of newer ones, is not believed", async () => {
  await scan(through(honest));
  await world.chain.mine(6);
  const height = `0x${(((await cursor())?.number ?? 0n) + 3n).toString(16)}`;
  const query = { method: "eth_getBlockByNumber", params: [height, false] };
  const old = await honest.request(query);
  await world.chain.reorg(6);
  await withFault(({ method, params }) =>
    method === query.method && params[0] === height ? Promise.resolve(old) : undefined,
  );
  expect(await unlinked()).toEqual([]);
  expect(await scan(through(honest))).toEqual({ kind: "current" });
  expect(await unlinked()).toEqual([]);
});

test("a payment of another contract pays nothing here, though a node gives its log", async () => {
  const deployment = await deployForeign(world);
  await scan(through(honest));
  const order = { amount: AMOUNT, currency: "USDC" } as const;
  const session = await createSession(world.merchantContext(), order);
  const foreign = await payDirectly(world, payer, { deployment, amount: AMOUNT, ref: session.ref });
  // In one block with one of ours, so that the logs of the block are asked for.
  const paid = await payOne();
  expect(await withFault(unfilteredLogs(honest))).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), paid)).toMatchObject({
    payment: { state: "seen" },
  });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ payment: null });
  expect(await world.db`select from transactions where payment_id = ${foreign.paymentId}`).toEqual(
    [],
  );
});

const isRange = (query: unknown) => typeof query === "object" && query && "fromBlock" in query;

test("logs of a range are not believed when they are of blocks that were replaced", async () => {
  await scan(through(honest));
  const from = `0x${(((await cursor())?.number ?? 0n) + 1n).toString(16)}`;
  const session = await payOne();
  const query = {
    fromBlock: from,
    toBlock: "latest",
    address: addressOf(world.deployment(), "processor"),
  };
  const old = await honest.request({ method: "eth_getLogs", params: [query] });
  // The payment, and what it has in common with its group.
  expect(old).toHaveLength(2);
  await world.chain.reorg(1);
  await world.chain.mine(DEPTH + 2);
  const result = await withFault(({ method, params }) =>
    method === "eth_getLogs" && isRange(params[0]) ? Promise.resolve(old) : undefined,
  );
  expect(result).toEqual({ kind: "unfinished" });
  expect(await world.db`select from transactions where session_id = ${session.id}`).toEqual([]);
  expect(await scan(through(honest))).toEqual({ kind: "current" });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ payment: null });
});

test("blocks that are replaced while their range of logs is read are not called final", async () => {
  await scan(through(honest));
  await world.chain.mine(3 * DEPTH);
  let replaced = false;
  const result = await withFault(({ method, params, ask }) => {
    if (method !== "eth_getLogs" || !isRange(params[0]) || replaced) return undefined;
    replaced = true;
    return world.chain.reorg(3 * DEPTH).then(ask);
  });
  expect(replaced).toBe(true);
  expect(result).toEqual({ kind: "unfinished" });
  expect(await scan(through(honest))).toEqual({ kind: "current" });
  expect(await unlinked()).toEqual([]);
});

test("one look at another finalised block does not stop the chain", async () => {
  // Empty blocks could be replaced by the same ones.
  await payOne();
  await world.chain.mine(2);
  await scan(through(honest));
  const [final] = await world.db<{ finalizedNumber: bigint }[]>`
    select finalized_number from chain_cursors`;
  const height = `0x${final?.finalizedNumber.toString(16)}`;
  await world.chain.reorg(3);
  let looks = 0;
  const result = await withFault(({ method, params, ask }) => {
    if (method !== "eth_getBlockByNumber" || params[0] !== height) return undefined;
    looks += 1;
    if (looks > 1) return undefined;
    return ask().then((block) => ({ ...(block as Block), hash: `0x${"cd".repeat(32)}` }));
  });
  expect(looks).toBeGreaterThan(1);
  expect(result).toEqual({ kind: "unfinished" });
  expect(await scan(through(honest))).toEqual({ kind: "current" });
});

test.each([1, 2, 3])(
  "a node that lies at every turn delays and never corrupts (seed %i)",
  async (seed) => {
    const random = randomNumbers(seed * 7_919);
    const node = lyingNode(honest, seed);
    const liar = through(node.rpc);
    const floating: string[] = [];
    const ids: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      if (random() < 0.7) {
        const session = await createSession(world.merchantContext(), {
          amount: AMOUNT,
          currency: "USDC",
        });
        const paid = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
        floating.push(paid.raw);
        ids.push(session.id);
      }
      await world.chain.mine(1 + Math.floor(random() * 2));
      await scan(liar);
      if (random() < 0.35) {
        const depth = 1 + Math.floor(random() * 5);
        await world.chain.reorg(depth);
        await world.chain.mine();
        await resend(world, floating);
      }
      await scan(liar);
      const [early] = await world.db`
        select from transactions t join chain_cursors c on c.chain_id = t.chain_id
        where t.status = 'confirmed' and t.block_number > c.head_number - ${DEPTH}`;
      expect(early).toBeUndefined();
    }
    node.heal();
    await resend(world, floating);
    await world.chain.mine(DEPTH + 1);
    expect(await scan(liar)).toEqual({ kind: "current" });
    expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
    const [counts] = await world.db<{ confirmed: bigint; completed: bigint; seen: bigint }[]>`
      select
        (select count(*) from payment_sessions
          where id = any (${ids}) and status = 'confirmed') as confirmed,
        (select count(*) from events
          where resource_id = any (${ids}) and type = 'payment.completed') as completed,
        (select count(*) from transactions where session_id = any (${ids})) as seen`;
    const all = BigInt(ids.length);
    expect(counts).toEqual({ confirmed: all, completed: all, seen: all });
  },
  60_000,
);
