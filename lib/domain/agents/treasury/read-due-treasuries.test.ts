import { toFunctionSelector } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import { readyTreasury } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import { faultyRpc } from "@/testing/faulty-rpc";
import type { TestMerchant } from "@/testing/register-merchant";
import { forAMinute } from "@/testing/relay";
import { withChain } from "@/testing/with-chain";
import type { World } from "@/testing/world";
import { readDueTreasuries } from "./read-due-treasuries";

const addressAt = (n: number): Address => `0x${(0xbeef00 + n).toString(16).padStart(40, "0")}`;
const listed = Array.from({ length: 23 }, (_, n) => addressAt(n));

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await createAgentWorld();
  merchant = await world.addMerchant();
  await readyTreasury(world, merchant, listed);
  await readyTreasury(world, await world.addMerchant(), []);
});
afterAll(() => world?.stop());
/** All are due. */
beforeEach(() => world.db`delete from agent_treasury_looks`);

const DEAD = { id: "dep_dead", chainId: 777_000 };

/** Copies rows of the world's chain, with some columns changed. */
async function copyRows(table: string, change: object, where: object): Promise<void> {
  const { db } = world;
  await db`
    insert into ${db(table)}
    select (jsonb_populate_record(t, to_jsonb(t) || ${db.json({ ...change })})).*
    from ${db(table)} t where to_jsonb(t) @> ${db.json({ ...where })}`;
}

/** How many treasuries of a deployment wait for the next reading. */
async function waiting(deploymentId: string): Promise<number> {
  const rows = await world.db`
    select from agent_treasury_looks
    where deployment_id = ${deploymentId} and due_at > clock_now()`;
  return rows.length;
}

test("a chain that does not answer delays its own treasuries alone, and each is tried in its turn", async () => {
  const { id, chainId, ...deployment } = world.deployment();
  await copyRows("deployments", { id: DEAD.id, chain_id: DEAD.chainId }, { id });
  await copyRows("merchant_registrations", { deployment_id: DEAD.id }, { deployment_id: id });
  await copyRows("chain_cursors", { chain_id: DEAD.chainId }, { chain_id: chainId });
  let giveUp = () => {};
  const silence = new Promise((_, reject) => {
    giveUp = () => reject(new RpcUnavailable("away"));
  });
  const request = vi.fn(() => silence);
  const chain = { ...deployment.chain, id: DEAD.chainId, rpc: { request } };
  const ctx = world.systemContext();
  const deployments = [{ ...deployment, ...DEAD, chain }, ...ctx.chains.deployments];
  const chains = { all: [chain, ...ctx.chains.all], deployments };
  const read = () => readDueTreasuries({ ...ctx, chains }, forAMinute());

  const reading = read();
  await vi.waitFor(async () => expect(await waiting(id)).toBe(2), { timeout: 20_000 });
  giveUp();
  expect(await reading).toBe(2);
  expect(request).toHaveBeenCalledTimes(1);
  expect(await waiting(DEAD.id)).toBe(1);

  expect(await read()).toBe(0);
  expect(await waiting(DEAD.id)).toBe(2);
  expect(request).toHaveBeenCalledTimes(2);
});

test("vendors are asked for in tens, and the listed ones are kept", async () => {
  const approved = [addressAt(100), ...listed.toReversed(), addressAt(101)];
  await world.db`
    update agent_configs
    set approved_vendors = array(select hex_bytes(one) from unnest(${approved}::text[]) one)
    where merchant_id = ${merchant.id}`;
  const selector = toFunctionSelector("isVendor(address)");
  let [underWay, most, asked] = [0, 0, 0];
  const counting = withChain(world.systemContext(), ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ params: [call], ask }) => {
      if (!(call as { data?: string } | undefined)?.data?.startsWith(selector)) return undefined;
      asked += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      return ask().finally(() => {
        underWay -= 1;
      });
    }),
  }));
  await world.db`
    delete from agent_vendors where merchant_id = ${merchant.id} and vendor = ${listed[0] ?? null}`;
  expect(await readDueTreasuries(counting, forAMinute())).toBe(2);
  expect([most, asked]).toEqual([10, 25]);
  const rows = await world.db<{ vendor: Address }[]>`
    select vendor from agent_vendors where merchant_id = ${merchant.id} order by vendor`;
  expect(rows.map(({ vendor }) => vendor)).toEqual(listed);
});
