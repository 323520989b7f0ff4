import { afterAll, beforeAll, expect, test } from "vitest";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { listOperatorCalls } from "@/lib/domain/wallets/operator-calls/list-operator-calls";
import { operatorContext } from "@/testing/operator-calls";
import { index } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { missingKeepers, wantKeepers } from "./seed-keepers";

let world: World;

beforeAll(async () => {
  world = await createWorld();
}, 120_000);
afterAll(() => world?.stop());

test("the relay's wallets become keepers, each by one call however often it is asked for", async () => {
  const ctx = operatorContext(world);
  const deployment = world.deployment();
  const relayers = world.config.RELAYER_PRIVATE_KEYS.length;
  expect(await missingKeepers(ctx, deployment)).toHaveLength(relayers);
  for (let time = 0; time < 2; time += 1) await wantKeepers(ctx, [deployment]);
  expect(await listOperatorCalls(world.db, { open: true })).toHaveLength(relayers);
  await expect
    .poll(async () => {
      const { id: chainId } = deployment.chain;
      await drainRelay(world.systemContext(), { chainId, until: new Date(0) });
      await world.chain.mine();
      await index(world);
      return missingKeepers(ctx, deployment);
    })
    .toEqual([]);
  await wantKeepers(ctx, [deployment]);
  expect(await listOperatorCalls(world.db, { open: false })).toHaveLength(relayers);
});
