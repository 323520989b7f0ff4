import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { scanChain } from "@/lib/indexer/scan-chain";
import { addAdminContext } from "@/testing/admins";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { resumeIndexer } from "./resume-indexer";

let world: World;
/** A node of the same number that has other blocks, as after a provider's mistake. */
let stranger: BareChain;
let ada: Context<AdminActor>;

beforeAll(async () => {
  stranger = await startBareChain();
  await stranger.mine(200);
});
afterAll(() => stranger?.stop());
beforeEach(async () => {
  world = await createWorld();
  await world.chain.mine(5);
  const [chain] = world.systemContext().chains.all;
  if (!chain) throw new Error("there is a chain");
  await scanChain(world.systemContext(), chain, new Date(Date.now() + 20_000));
  ada = await addAdminContext({ db: world.db, system: world.systemContext() });
  await world.db`update chain_cursors set halted_reason = 'Finalised block was lost'`;
});
afterEach(() => world?.stop());

const nodes = (...urls: string[]) =>
  withChain(ada, () => ({ local: false, genesisHash: null, rpc: httpRpc(urls) }));
const haltedReason = async () => {
  const [row] = await world.db<{ haltedReason: string | null }[]>`
    select halted_reason from chain_cursors`;
  return row?.haltedReason;
};
const audit = async () => {
  const rows = await world.db<{ action: string; reason: string | null }[]>`
    select action, reason from audit_log`;
  return rows.map(({ action, reason }) => `${action}: ${reason}`);
};
const input = { chainId: 31_337, reason: "The node was replaced" };

test("a halted chain is resumed once a node has the final block, with the nodes side by side", async () => {
  const ctx = nodes("http://127.0.0.1:1", stranger.rpcUrl, world.chain.rpcUrl);
  const dry = await resumeIndexer(ctx, { ...input, dryRun: true });
  expect(dry).toMatchObject({
    ...{ applied: false, possible: true, haltedReason: "Finalised block was lost" },
    nodes: [{ answer: "none" }, { answer: "other" }, { answer: "same" }],
  });
  expect(dry.nodes[2]?.hash).toBe(dry.finalBlock?.hash);
  expect([await haltedReason(), await audit()]).toEqual(["Finalised block was lost", []]);
  expect(await resumeIndexer(ctx, { ...input, dryRun: false })).toMatchObject({ applied: true });
  expect([await haltedReason(), await audit()]).toEqual([
    null,
    ["chain.lift_halt: The node was replaced"],
  ]);
  const again = await resumeIndexer(ctx, { ...input, dryRun: false });
  expect(again).toMatchObject({ applied: false, consequence: "The chain is not halted." });
  expect(await audit()).toHaveLength(1);
});

test.each([
  ["has another block", () => [stranger.rpcUrl], "No node has the final block"],
  ["does not answer", () => ["http://127.0.0.1:1"], "No node can say"],
])("a chain whose only node %s stays halted", async (_, urls, consequence) => {
  const ctx = nodes(...urls());
  const dry = await resumeIndexer(ctx, { ...input, dryRun: true });
  expect(dry).toMatchObject({ applied: false, possible: false });
  expect(dry.consequence).toContain(consequence);
  await expect(resumeIndexer(ctx, { ...input, dryRun: false })).rejects.toMatchObject({
    ...{ code: "session_invalid_state", info: { details: { reason: "halted" } } },
  });
  expect([await haltedReason(), await audit()]).toEqual(["Finalised block was lost", []]);
});

test("a chain that is not configured is not found", async () => {
  await expect(
    resumeIndexer(ada, { ...input, chainId: 31_338, dryRun: true }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});
