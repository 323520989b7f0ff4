import { afterAll, beforeAll, expect, test } from "vitest";
import { checksumAddress, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { createWorld, type World } from "@/testing/world";
import { getMerchantCard } from "./get-merchant-card";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const live = lowerHex(`0x${"aa".repeat(20)}`);
const other = lowerHex(`0x${"bb".repeat(20)}`);

/** The address on a merchant's card: without a mode, and of each mode. */
async function shownOf(id: string) {
  const ctx = { ...world.systemContext(), actor: { kind: "public", ip: "203.0.113.7" } } as const;
  const addressOf = async (mode?: "live" | "test") =>
    (await getMerchantCard(ctx, { id, ...(mode ? { mode } : {}) })).walletAddress;
  return {
    any: await addressOf(),
    live: await addressOf("live"),
    test: await addressOf("test"),
  };
}

test.each([
  { payoutAddress: live, testPayoutAddress: other, shown: { any: live, live, test: other } },
  { payoutAddress: null, testPayoutAddress: other, shown: { any: other, live: null, test: other } },
  { payoutAddress: live, testPayoutAddress: null, shown: { any: live, live, test: null } },
])("a card shows the address of the mode, $shown", async ({ shown, ...addresses }) => {
  const id = newId("merchant");
  await world.db`
    insert into merchants ${world.db({ id, businessName: "Aurora Coffee", ...addresses })}`;
  expect(await shownOf(id)).toEqual(shown);
  expect(checksumAddress(live)).not.toBe(checksumAddress(other));
});

test("a registered merchant's address is that of the registry that new payments use", async () => {
  const { db, merchant } = world;
  const { id, payout } = merchant;
  const used = world.deployment("live").id;
  const addresses = { payoutAddress: live, testPayoutAddress: live };
  await db`update merchants set ${db(addresses)} where id = ${id}`;
  expect(await shownOf(id)).toEqual({ any: payout, live: payout, test: payout });
  await db`
    update merchant_registrations set payout = ${other}
    where merchant_id = ${id} and deployment_id = ${used}`;
  expect(await shownOf(id)).toEqual({ any: other, live: other, test: payout });

  // A newer registration, in a registry that new payments do not use.
  await db`
    insert into deployments (id, mode, chain_id, usdc, genesis_hash, tokens)
    select 'elsewhere', mode, chain_id, usdc, genesis_hash, tokens from deployments
    where id = ${used}`;
  await db`
    insert into merchant_registrations (merchant_id, mode, deployment_id, chain_merchant_id, owner,
      payout, fee_bps, created_at)
    select merchant_id, mode, 'elsewhere', chain_merchant_id, owner, ${live}, fee_bps,
      created_at + interval '1 day'
    from merchant_registrations where merchant_id = ${id} and deployment_id = ${used}`;
  const own = async () => (await readMerchant(world, id, "live")).payoutAddress;
  expect([await own(), (await shownOf(id)).live]).toEqual([other, other]);
  await db`
    update merchant_registrations set status = 'none'
    where merchant_id = ${id} and deployment_id = ${used}`;
  expect([await own(), (await shownOf(id)).live]).toEqual([live, live]);
});
