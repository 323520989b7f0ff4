import { afterAll, beforeAll, expect, test } from "vitest";
import { checksumAddress, lowerHex } from "@/lib/core/chain/hex";
import { createWorld, type World } from "@/testing/world";
import { getMerchantCard } from "./get-merchant-card";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const live = lowerHex(`0x${"aa".repeat(20)}`);
const other = lowerHex(`0x${"bb".repeat(20)}`);

test.each([
  { payoutAddress: live, testPayoutAddress: other, shown: { any: live, live, test: other } },
  { payoutAddress: null, testPayoutAddress: other, shown: { any: other, live: null, test: other } },
  { payoutAddress: live, testPayoutAddress: null, shown: { any: live, live, test: null } },
])("a card shows the address of the mode, $shown", async ({ shown, ...addresses }) => {
  const { id } = world.merchant;
  await world.db`update merchants set ${world.db(addresses)} where id = ${id}`;
  const ctx = { ...world.systemContext(), actor: { kind: "public", ip: "203.0.113.7" } } as const;
  const addressOf = async (mode?: "live" | "test") =>
    (await getMerchantCard(ctx, { id, ...(mode ? { mode } : {}) })).walletAddress;
  const seen = {
    any: await addressOf(),
    live: await addressOf("live"),
    test: await addressOf("test"),
  };
  expect(seen).toEqual(shown);
  expect(checksumAddress(live)).not.toBe(checksumAddress(other));
});
