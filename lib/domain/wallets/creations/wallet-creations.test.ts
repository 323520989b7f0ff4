import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import type { Address } from "@/lib/core/chain/hex";
import type { RelayPaymentInput } from "@/lib/domain/payments/intake/payment-request";
import { drain, index, makeFinal, openSession, submissionRow, submit } from "@/testing/relay";
import { hurry, slotsOf } from "@/testing/relay-slots";
import {
  installSafe,
  newLocalWallet,
  newSafe,
  payUndeployed,
  payUndeployedTwice,
  type UndeployedWallet,
} from "@/testing/smart-wallets";
import { createWorld, type World } from "@/testing/world";
import type { CreationRow } from "./creation-rows";

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await installSafe(world);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.db`truncate gas_budgets`;
  await world.chain.mine();
});

const merchant = () => world.merchantContext();
const coded = (address: Address) => hasCode(world.deployment().chain.rpc, address);
const creationsOf = (payer: Address) =>
  world.db<CreationRow[]>`
    select * from wallet_creations where payer = ${payer} order by created_at, id`;
const kinds = async () => (await slotsOf(world)).map(({ kind }) => kind);
/** The relay looks, a block is mined, and the indexer reads it, so many times. */
const look = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await hurry(world);
    await drain(world.systemContext());
    await world.chain.mine();
    await index(world);
  }
};
const refusalOf = async (input: RelayPaymentInput) =>
  submit(merchant(), input).then(
    () => null,
    ({ info }) => info?.details?.reason,
  );

describe("a wallet without code", () => {
  test.each<[string, () => Promise<UndeployedWallet>]>([
    ["of the local factory", () => newLocalWallet(world)],
    ["that is a Safe", () => newSafe(world)],
  ])("%s is created and pays by one signature", async (_name, make) => {
    const wallet = await make();
    const session = await openSession(world);
    const before = await slotsOf(world);
    const view = await submit(merchant(), await payUndeployed(world, wallet, session));
    expect(view.status).toBe("queued");
    await look();
    expect(await coded(wallet.payer)).toBe(true);
    await look(5);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
    expect((await kinds()).slice(before.length)).toEqual(["create_wallet", "pay_terms_signed"]);
    expect(await world.balanceOf(wallet.payer)).toBe(1_000_000_000n - session.amount);
    expect(await creationsOf(wallet.payer)).toMatchObject([{ state: "done", rounds: 0 }]);
  });

  test("is created and pays by two signatures", async () => {
    const wallet = await newLocalWallet(world);
    const view = await submit(merchant(), await payUndeployedTwice(world, wallet));
    await look(6);
    expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  });
});
