import { encodeFunctionData } from "viem";
import type { MerchantWallets } from "@/chaos/clients/merchant-wallets";
import { account } from "@/chaos/rig/accounts";
import { giveGas, mintTokens } from "@/chaos/rig/chain-rig";
import type { ChaosRig } from "@/chaos/rig/chaos-rig";
import { asMerchant } from "@/chaos/rig/checker-context";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { encodeSetKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment, deploymentsOf, type Token } from "@/lib/adapters/chain/chains";
import type { Address, Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import type { PlanView } from "@/lib/domain/subscriptions/plans/view";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import {
  agree,
  encodeSubscribeDirect,
  kindsOfRun,
  managerOf,
  periodsOwned,
  type Subscriber,
} from "./subscriber";

/** Where subscriptions are charged. */
export interface Venue {
  readonly deployment: Deployment;
  readonly token: Token;
}

const PRICE = 5_000_000n;

/** Who gives the poor their money. */
export const benefactor = account("benefactor");

/** The newest deployment of the first chain, which has the contract for subscriptions. */
export function venueOf({ chains, chain }: Pick<ChaosRig, "chains" | "chain">): Venue {
  const [deployment] = deploymentsOf(chains, "test", chain.id);
  const token = deployment?.tokens.USDC;
  if (!deployment || !token) throw new Error("nothing is deployed");
  return { deployment, token };
}

/**
 * Makes a daily plan of each merchant and its subscribers, all but the relayed ones enrolled by their own wallets; the
 * relayer's wallets become keepers. Nothing mines the chain yet.
 */
export async function enrolAll(
  ctx: Context,
  rig: ChaosRig,
  wallets: MerchantWallets,
): Promise<Subscriber[]> {
  const venue = venueOf(rig);
  await allowKeepers(rig, venue);
  const plans: PlanView[] = [];
  for (const { id } of rig.merchants) {
    const terms = { name: "Daily", amount: PRICE, currency: "USDC", interval: "daily" } as const;
    plans.push(await createPlan(asMerchant(ctx, id, "test"), terms));
  }
  const startAt = await chainTime(rig);
  const subscribers: Subscriber[] = [];
  for (const [index, kind] of kindsOfRun.entries()) {
    const merchant = rig.merchants[index % rig.merchants.length];
    const plan = plans[index % plans.length];
    if (!merchant || !plan) throw new Error("every subscriber has a merchant");
    const who = { index, kind, account: account(`subscriber ${index}`), merchant, plan };
    const salt = BigInt(index + 1);
    const signed = { startAt, permitDeadline: 0n, permitNonce: salt };
    subscribers.push({ ...who, ...agree(venue, who, signed) });
    await fund(rig, venue, who.account.address, plan.amount * periodsOwned(kind));
  }
  await fund(rig, venue, benefactor.address, 10n ** 12n);
  for (const subscriber of subscribers) {
    if (subscriber.kind !== "relayed") await enrol(venue, wallets, subscriber);
  }
  await mineThrough(rig);
  return subscribers;
}

async function enrol(
  venue: Venue,
  wallets: MerchantWallets,
  { account: payer, terms }: Subscriber,
) {
  const calls = [
    approveCall(venue, terms.permitValue),
    { to: managerOf(venue.deployment), data: encodeSubscribeDirect(terms) },
  ];
  await wallets.send(payer, calls, false);
}

/** The call by which a payer lets the contract take so much. */
export function approveCall(
  { deployment, token }: Venue,
  value: bigint,
): { to: Address; data: Hex } {
  const args = [managerOf(deployment), value] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  return { to: token.address, data };
}

async function allowKeepers({ chain, relayers, operator }: ChaosRig, { deployment }: Venue) {
  const onPending = async () => {
    await chain.request("evm_mine");
  };
  const sender = connectDeployer({
    rpcUrl: chain.rpcUrl,
    deployerKey: operator.privateKey,
    onPending,
  });
  for (const { address } of relayers) {
    const data = encodeSetKeeper(address, true);
    const to = addressOf(deployment, "registry");
    await sender.settle(await sender.client.sendTransaction({ to, data, chain: null }));
  }
}

async function fund(
  { chain }: ChaosRig,
  { token }: Venue,
  address: Address,
  amount: bigint,
): Promise<void> {
  await giveGas(chain.request, [address]);
  await mintTokens(chain.deployer, token.address, [address], amount);
}

/** All that was sent is mined by so many blocks. */
const SETUP_BLOCKS = 4;

async function mineThrough({ chain: { request } }: ChaosRig): Promise<void> {
  for (let block = 0; block < SETUP_BLOCKS; block += 1) await request("evm_mine");
}

/** Unix seconds of the newest block. */
export async function chainTime({ chain }: Pick<ChaosRig, "chain">): Promise<bigint> {
  const params = ["latest", false];
  const block = await chain.request<{ timestamp: string }>("eth_getBlockByNumber", params);
  return BigInt(block.timestamp);
}
