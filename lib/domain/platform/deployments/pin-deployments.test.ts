import { afterAll, beforeAll, expect, test } from "vitest";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { createTestDatabase } from "@/testing/database";
import { createWorld, type World } from "@/testing/world";
import { pinDeployments, previewDeployments } from "./pin-deployments";

let world: World;
let stranger: BareChain;

beforeAll(async () => {
  [world, stranger] = await Promise.all([createWorld(), startBareChain()]);
  await stranger.request("anvil_setChainId", [999]);
});
afterAll(async () => {
  await stranger?.stop();
  await world?.stop();
});

const pin = (urls: readonly string[]) => {
  const rpc = httpRpc(urls);
  const configured = world.chains.deployments.map((deployment) => ({
    ...deployment,
    chain: { ...deployment.chain, rpc },
  }));
  return pinDeployments(world.db, configured, world.systemContext().log);
};

test("a start does without a node of another chain, as long as another node is there", async () => {
  const { all } = await pin([stranger.rpcUrl, world.chain.rpcUrl]);
  expect(await all[0]?.rpc.request({ method: "eth_chainId" })).toBe("0x7a69");
});

test("where every node is of another chain there is no start", async () => {
  const refused = expect.objectContaining({ name: "DeploymentMismatch" });
  await expect(pin([stranger.rpcUrl])).rejects.toEqual(refused);
  await expect(pin([stranger.rpcUrl, stranger.rpcUrl])).rejects.toEqual(refused);
  await expect(pin([stranger.rpcUrl, stranger.rpcUrl])).rejects.toThrow("it is on chain 999");
});

test("a preview takes deployments as they are configured, and pins none", async () => {
  const { deployments } = world.chains;
  const log = world.systemContext().log;
  const rows = () => world.db`
    select d.id, c.kind from deployments d
    left join deployment_contracts c on c.deployment_id = d.id order by d.id, c.kind`;
  await world.db`delete from deployment_contracts where kind = 'escrow'`;
  const before = await rows();
  const known = await previewDeployments(world.db, deployments, log);
  expect(known.deployments).toEqual(deployments);
  expect(await rows()).toEqual(before);

  const empty = await createTestDatabase();
  try {
    const unseen = await previewDeployments(empty.db, deployments, log);
    const ids = unseen.deployments.map(({ id }) => id);
    expect(new Set([...ids, ...deployments.map(({ id }) => id)]).size).toBe(4);
    expect(unseen.deployments.map(({ tokens }) => tokens)).toEqual(
      deployments.map(({ tokens }) => tokens),
    );
    expect(await empty.db`select from deployments`).toEqual([]);
  } finally {
    await empty.drop();
  }
  // Pinned as before, for the others.
  expect(await pinDeployments(world.db, deployments, log)).toMatchObject({ deployments });
});

test("while a chain does not answer, a contract that was added is left out and the rest goes on", async () => {
  const [deployment] = world.chains.deployments;
  if (!deployment) throw new Error("there is a deployment");
  await world.db`delete from deployment_contracts where kind = 'escrow'`;
  const { registry, processor } = deployment.contracts;
  const escrow = { ...registry, address: world.merchant.payout };
  const configure = (url: string) => {
    const chain = { ...deployment.chain, rpc: httpRpc([url]) };
    return [{ ...deployment, chain, contracts: { registry, processor, escrow } }];
  };
  const log = world.systemContext().log;
  const { deployments } = await pinDeployments(world.db, configure("http://127.0.0.1:1"), log);
  expect(deployments).toMatchObject([{ id: deployment.id, tokens: deployment.tokens }]);
  expect(deployments[0]?.contracts).toEqual({ registry, processor });
  await expect(pinDeployments(world.db, configure(world.chain.rpcUrl), log)).rejects.toThrow(
    "has other code",
  );
});
