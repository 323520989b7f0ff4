import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Chain } from "@/lib/adapters/chain/chains";
import { httpRpc, nodesOf, type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readFinality } from "@/lib/domain/wallets/finality";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { indexChain } from "./index-chain";
import { scanChain } from "./scan-chain";

const AMOUNT = 3_000_000n;
const LOOKS = 7;

let world: World;
let payer: ChainAccount;
/** Another chain, which a provider may put behind an URL by mistake. */
let stranger: BareChain;
let complaints: Record<string, unknown>[] = [];

beforeAll(async () => {
  stranger = await startBareChain();
  await stranger.mine(200);
});
afterAll(() => stranger?.stop());
beforeEach(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  complaints = [];
  await stranger.request("anvil_setChainId", [999]);
});
afterEach(() => world?.stop());

const later = () => new Date(Date.now() + 20_000);

/** What a process works with whose chain is not the local one and is reached as given. */
function through(rpc: Rpc, change: Partial<Chain> = {}): Context<SystemActor> {
  const note = (fields: Record<string, unknown>) => complaints.push(fields);
  const ctx = withChain(world.systemContext(), () => ({ local: false, rpc, ...change }));
  return { ...ctx, log: { ...ctx.log, debug() {}, info() {}, warn: note, error: note } };
}

const honest = () => through(httpRpc([world.chain.rpcUrl]));
const faulty = (fault: Fault) => through(faultyRpc(httpRpc([world.chain.rpcUrl]), fault));

async function scan(ctx: Context<SystemActor>) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, later());
}

/** As if the minutes to the next look had passed. */
const age = () => world.db`
  update chain_cursors set doubt_looked_at = doubt_looked_at - interval '31 seconds'`;

async function cursor() {
  const [row] = await world.db`
    select number, finalized_number, doubt_since is not null as doubted, doubt_looks, halted_reason
    from chain_cursors`;
  return row;
}

async function paid(): Promise<SessionView> {
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  return session;
}
const read = (session: SessionView) => getSession(world.merchantContext(), session);

/** Every row that a reading of the chain changes. */
const everything = async () => ({
  blocks: await world.db`select * from chain_blocks order by number`,
  transactions: await world.db`select * from transactions order by id`,
  sessions: await world.db`select * from payment_sessions order by id`,
  cursor: await world.db`select number, hash, finalized_number, halted_reason from chain_cursors`,
});

test("a node of another chain changes nothing, however long it answers, and is named", async () => {
  const session = await paid();
  await scan(honest());
  const before = await everything();
  const wrong = through(httpRpc([`${stranger.rpcUrl}?key=secret`]));
  for (let look = 0; look < 2 * LOOKS; look += 1) {
    expect(await scan(wrong)).toEqual({ kind: "unfinished" });
    await age();
  }
  expect(await everything()).toEqual(before);
  expect(await cursor()).toMatchObject({ doubted: false, haltedReason: null });
  const node = `1 (${new URL(stranger.rpcUrl).host})`;
  expect(complaints).toContainEqual(
    expect.objectContaining({ node, reason: "it is on chain 999, not on 31337" }),
  );
  expect(JSON.stringify(complaints)).not.toContain("secret");
  await world.chain.mine(2);
  expect(await scan(honest())).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("beside a node of another chain the other nodes serve, and it is taken again when it is back", async () => {
  const session = await paid();
  const rpc = httpRpc([stranger.rpcUrl, world.chain.rpcUrl]);
  const ctx = through(rpc);
  await world.chain.mine(2);
  expect(await scan(ctx)).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  // Nobody else gets answers of another chain, either.
  expect(await rpc.request({ method: "eth_chainId" })).toBe("0x7a69");
  const [first] = nodesOf(rpc);
  expect(first?.leftOut).toMatch("999");
  await stranger.request("anvil_setChainId", [31337]);
  const [, second] = nodesOf(rpc);
  if (second) vi.spyOn(second, "request").mockRejectedValue(new Error("connection refused"));
  await scan(ctx);
  expect(first?.leftOut).toBeNull();
});

test("a node of a chain with the same id and another first block is left out, too", async () => {
  await scan(honest());
  const genesisHash = `0x${"ab".repeat(32)}` as const;
  const rpc = httpRpc([world.chain.rpcUrl]);
  expect(await scan(through(rpc, { genesisHash }))).toEqual({ kind: "unfinished" });
  const [node] = nodesOf(rpc);
  expect(node?.leftOut).toMatch("another first block");
  if (!node) throw new Error("there is one");
  // That its first block cannot be read is no proof that it is the right one.
  const ask = node.request.bind(node);
  vi.spyOn(node, "request").mockImplementation((call) =>
    call.params?.[0] === "0x0" ? Promise.reject(new RpcUnavailable("pruned")) : ask(call),
  );
  await scan(through(rpc, { genesisHash }));
  expect(node.leftOut).toMatch("another first block");
});

/** The node of another chain behind an URL that says the right chain id: nothing but the blocks differ. */
async function impostor(): Promise<Rpc> {
  await stranger.request("anvil_setChainId", [31337]);
  return httpRpc([stranger.rpcUrl]);
}

test("a lost finalised block is looked for over minutes, by all processes together", async () => {
  const held = await paid();
  await scan(honest());
  const ctx = through(await impostor());
  const restarted = through(await impostor());
  for (let times = 0; times < 5; times += 1) {
    expect(await scan(times % 2 ? ctx : restarted)).toEqual({ kind: "doubted" });
  }
  expect(await cursor()).toMatchObject({ doubted: true, doubtLooks: 1, haltedReason: null });
  for (let look = 2; look < LOOKS; look += 1) {
    await age();
    expect(await scan(look % 2 ? ctx : restarted)).toEqual({ kind: "doubted" });
    expect(await cursor()).toMatchObject({ doubtLooks: look, haltedReason: null });
  }
  await age();
  expect(await scan(ctx)).toMatchObject({ kind: "halted" });
  expect(await cursor()).toMatchObject({ haltedReason: expect.stringContaining("was lost: 0x") });
  const input = { chainId: world.chain.chainId, until: later() };
  expect(await indexChain(ctx, input)).toEqual({ nextDueInMs: null, halted: true });
  expect(await read(held)).toMatchObject({ status: "pending" });
});

test("a doubt ends by itself, and so does a halt, when the finalised block is there again", async () => {
  const session = await paid();
  await scan(honest());
  const ctx = through(await impostor());
  expect(await scan(ctx)).toEqual({ kind: "doubted" });
  await world.chain.mine(2);
  // Nothing is confirmed meanwhile, by nobody: the next look is due in half a minute.
  expect(await scan(honest())).toEqual({ kind: "doubted" });
  expect(await read(session)).toMatchObject({ status: "pending" });
  await age();
  expect(await scan(honest())).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await cursor()).toMatchObject({ doubted: false, doubtLooks: 0 });

  for (let look = 1; look <= LOOKS; look += 1) {
    await scan(ctx);
    await age();
  }
  expect(await cursor()).toMatchObject({ haltedReason: expect.any(String) });
  const next = await paid();
  await world.chain.mine(2);
  expect(await scan(honest())).toEqual({ kind: "current" });
  expect(await cursor()).toMatchObject({ haltedReason: null, doubted: false, doubtLooks: 0 });
  expect(await read(next)).toMatchObject({ status: "confirmed" });
});

test("one node that has the finalised block is enough, and is asked from then on", async () => {
  await paid();
  await scan(honest());
  await impostor();
  const ctx = through(httpRpc([stranger.rpcUrl, world.chain.rpcUrl]));
  const session = await paid();
  await world.chain.mine(2);
  await expect.poll(() => scan(ctx)).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await cursor()).toMatchObject({ doubted: false, haltedReason: null });
  expect(complaints).toContainEqual(
    expect.objectContaining({ node: `1 (${new URL(stranger.rpcUrl).host})` }),
  );
});

test("a node that has no such block, or does not answer, is no witness of a loss", async () => {
  await scan(honest());
  const [final] = await world.db<{ number: bigint }[]>`
    select finalized_number as number from chain_cursors`;
  const height = `0x${final?.number.toString(16)}`;
  await world.chain.reorg(1);
  for (let look = 0; look < LOOKS + 1; look += 1) {
    const answer = look % 2 ? Promise.resolve(null) : Promise.reject(new Error("refused"));
    answer.catch(() => {});
    await scan(faulty(({ params }) => (params[0] === height ? answer : undefined)));
    await age();
  }
  expect(await cursor()).toMatchObject({ doubted: false, doubtLooks: 0, haltedReason: null });
});

test("what screening held up is not confirmed while the finalised block is in doubt", async () => {
  const session = await paid();
  await world.chain.mine(2);
  const ctx = honest();
  const unscreened = { ...ctx, config: { ...ctx.config, SCREENING_LIST: "/nowhere/list.csv" } };
  await scan(unscreened);
  expect(await read(session)).toMatchObject({ status: "pending" });
  const [row] = await world.db`select payment_exception from transactions`;
  expect(row).toMatchObject({ paymentException: "screening" });
  await scan(through(await impostor()));
  expect(await readFinality(world.db, world.chain.chainId)).toBeNull();
  const input = { chainId: world.chain.chainId, until: new Date() };
  await indexChain(ctx, input);
  expect(await read(session)).toMatchObject({ status: "pending" });
  await age();
  await indexChain(ctx, input);
  await indexChain(ctx, input);
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});
