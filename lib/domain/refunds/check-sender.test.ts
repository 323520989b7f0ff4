import { afterAll, beforeAll, expect, test } from "vitest";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { index, makeFinal, openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { cancelRefund } from "./cancel-refund";
import { askLocalChain, checkRefundSender, mintMissing } from "./check-sender";
import { createRefund } from "./create-refund";
import { getRefund } from "./get-refund";

let world: World;
let transactionId: string;
let account: Address;
const AMOUNT = 5_000_000n;
const named = { merchantId: "", mode: "test" } as const;

beforeAll(async () => {
  world = await createWorld();
  account = lowerHex(world.merchant.owner.address);
  await world.mint(world.merchant.owner.address, 4_950_000n);
  const payer = await fundPayer(world);
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await index(world);
  await makeFinal(world);
  const [row] = await world.db<{ id: string }[]>`select id from transactions`;
  transactionId = row?.id ?? "";
}, 120_000);
afterAll(() => world.stop());

async function refund(amount: bigint) {
  const ctx = world.merchantContext();
  const input = { transactionId, amount, reason: "customer_request" } as const;
  return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}
const check = (id: string, of = account) =>
  checkRefundSender(world.merchantContext(), { id, account: of });

test("a wallet is read before it is asked: what it lacks, what it has approved, and its coin", async () => {
  const { id } = await refund(AMOUNT);
  const lack = { balance: "4950000", missing: "50000", isApproved: false };
  expect(await check(id)).toMatchObject(lack);
  // The wallets of the merchant have coin on the local chain; a stranger's is told what it lacks.
  expect((await check(id)).missingGas).toBe("0");
  const stranger = await check(id, "0x00000000000000000000000000000000000000aa");
  expect(BigInt(stranger.missingGas)).toBeGreaterThan(0n);
  expect(stranger).toMatchObject({ balance: "0", missing: "5000000" });

  let isMinted = false;
  const minting = mintMissing(world.merchantContext(), { id, account }).then(() => {
    isMinted = true;
  });
  while (!isMinted) await Promise.race([minting, world.chain.mine()]);
  expect(await check(id)).toMatchObject({ missing: "0" });
  const { instructions } = await getRefund(world.merchantContext(), { id });
  const [approve] = instructions?.steps ?? [];
  if (approve?.kind !== "approve") throw new Error("a refund by the contract begins with approval");
  const call = { from: account, to: approve.to, data: approve.data as Hex };
  await world.chain.request("anvil_impersonateAccount", [account]);
  await world.chain.request("eth_sendTransaction", [call]);
  await world.chain.mine();
  expect(await check(id)).toMatchObject({ isApproved: true });
  await cancelRefund(world.merchantContext(), { id });
  await expect(check(id)).rejects.toMatchObject({ info: { details: { reason: "refund_ended" } } });
}, 60_000);

test("a refund of another merchant is not there", async () => {
  const { id } = await refund(1_000_000n);
  const ctx = world.merchantContext({ merchantId: "mer_other" });
  await expect(checkRefundSender(ctx, { id, account })).rejects.toMatchObject({
    code: "not_found",
  });
  const input = { ...named, id, method: "eth_gasPrice" as const, params: [] };
  await expect(askLocalChain(ctx, input)).rejects.toMatchObject({ code: "not_found" });
  expect(await askLocalChain(world.merchantContext(), input)).toMatch(/^0x/);
}, 60_000);
