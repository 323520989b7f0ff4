import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_CHARGES } from "@/lib/adapters/chain/calls/call-gas";
import { lowerHex } from "@/lib/core/chain/hex";
import { drain } from "@/testing/relay";
import { renew, renewalsOf, subscribe, warpTo } from "@/testing/renewals";
import { insertPlan } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { takeRenewals } from "./take-renewals";

/** One more than a call takes; the first and the last are of one payer. */
const DUE = MAX_CHARGES + 1;

let world: World;
let rows: Awaited<ReturnType<typeof subscribe>>[];
beforeAll(async () => {
  world = await createWorld();
  await allowKeepers(world);
  const plan = await insertPlan(world);
  rows = [];
  while (rows.length < DUE - 1) rows.push(await subscribe(world, plan));
  // What falls due in the same second has no order.
  await world.chain.request("evm_increaseTime", [5]);
  await world.chain.mine();
  const payer = rows[0]?.account;
  if (!payer) throw new Error("there are many");
  rows.push(await subscribe(world, await insertPlan(world), { payer }));
  await warpTo(world, new Date(Math.max(...rows.map((row) => dueAt(row).getTime()))));
}, 180_000);
afterAll(() => world.stop());

const dueAt = ({ nextChargeAt }: { nextChargeAt: Date | null }) => nextChargeAt ?? new Date(0);

test("what there is no room for is not taken, so that others may have it", async () => {
  const wallet = lowerHex(world.chain.relayers[0]?.address ?? "0x");
  const shard = { chainId: world.deployment().chain.id, wallet, wallets: [wallet] };
  const carrier = { role: "relayer" as const, shard: { ...shard, coded: null, peers: [wallet] } };
  const { taken, candidates } = await takeRenewals(world.systemContext(), carrier, 1);
  expect({ taken, calls: candidates.length }).toEqual({ taken: MAX_CHARGES, calls: 1 });
  const left = await world.db<{ id: string }[]>`
    select id from subscriptions where attempt_at = next_charge_at`;
  expect(left).toEqual([{ id: rows.at(-1)?.id }]);
  await world.db`update subscriptions set attempt_at = next_charge_at`;
});

test("charges of one payer that were reckoned together are signed together, in calls of their own", async () => {
  const ctx = world.systemContext();
  // With several wallets at work each may take a part.
  const RELAYER_PRIVATE_KEYS = ctx.config.RELAYER_PRIVATE_KEYS.slice(0, 1);
  await drain({ ...ctx, config: { ...ctx.config, RELAYER_PRIVATE_KEYS } });
  const signed = await world.db<{ charges: number }[]>`
    select count(*)::int as charges from subscription_renewals group by batch_id order by 1`;
  expect(signed).toEqual([{ charges: 1 }, { charges: MAX_CHARGES }]);
  await renew(world);
  for (const { id } of [rows[0], rows.at(-1)].flatMap((row) => row ?? [])) {
    expect(await renewalsOf(world, id)).toMatchObject([{ period: 1, outcome: "charged" }]);
  }
});
