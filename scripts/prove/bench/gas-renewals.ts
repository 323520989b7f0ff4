import { type Hex, numberToHex, zeroHash } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import type { Anvil } from "@/scripts/run/services/anvil";
import { AMOUNT, MERCHANT_ID, mintTo, type Stage } from "./gas-stage";

const MONTH = 2_592_000n;
const WHOLE_ETHER = 10n ** 18n;

/** Gas by the name that it is printed with; of a batch, of one charge. */
export interface RenewalGas {
  readonly plain: number;
  readonly single: number;
  readonly batches: ReadonlyMap<number, number>;
}

/** Gas of a plain `transferFrom`, and of second charges of payers who enrolled, all included. */
export async function measureRenewals(
  anvil: Anvil,
  stage: Stage,
  sizes: readonly number[],
): Promise<RenewalGas> {
  const { deployer, subscriptions } = stage;
  const manager = { chain: null, address: subscriptions, abi: subscriptionManagerAbi } as const;
  const keeper = deployer.address;
  await used(
    stage,
    await deployer.client.writeContract({
      chain: null,
      address: stage.registry,
      abi: merchantRegistryAbi,
      functionName: "setKeeper",
      args: [keeper, true],
    }),
  );
  const plain = await transferFrom(anvil, stage);
  const single = await enrol(anvil, stage);
  const groups = new Map<number, Hex[]>();
  for (const size of sizes) {
    const ids: Hex[] = [];
    while (ids.length < size) ids.push(await enrol(anvil, stage));
    groups.set(size, ids);
  }
  await anvil.request("evm_increaseTime", [Number(MONTH)]);
  await anvil.request("evm_mine", []);
  const chargeOf = (id: Hex) => ({ id, period: 1n, number: 0n, amount: AMOUNT });
  const args = [chargeOf(single)] as const;
  const hash = await deployer.client.writeContract({ ...manager, functionName: "charge", args });
  const batches = new Map<number, number>();
  for (const [size, ids] of groups) {
    const gas = await deployer.client.readContract({
      address: subscriptions,
      abi: subscriptionManagerAbi,
      functionName: "batchGasLimit",
      args: [1n, BigInt(size)],
    });
    const items = ids.map(chargeOf);
    const batch = await deployer.client.writeContract({
      ...manager,
      functionName: "chargeBatch",
      args: [stage.registry, [{ merchantId: MERCHANT_ID, token: stage.token, items }]],
      gas,
    });
    batches.set(size, (await used(stage, batch)) / size);
  }
  return { plain, single: await used(stage, hash), batches };
}

/** Enrols a new payer, whose first period is charged with it. */
async function enrol(anvil: Anvil, stage: Stage): Promise<Hex> {
  const wallet = await fundWallet(anvil, stage);
  const block = (await anvil.request("eth_getBlockByNumber", ["latest", false])) as {
    timestamp: Hex;
  };
  const startAt = BigInt(block.timestamp);
  const terms = {
    ...{ payer: wallet.address, registry: stage.registry, merchantId: MERCHANT_ID },
    ...{ token: stage.token, amount: AMOUNT },
    ...{ interval: MONTH, startAt, endAt: startAt + 12n * MONTH, permitValue: 12n * AMOUNT },
    ...{ permitDeadline: 0n, permitNonce: 0n, ref: zeroHash },
  };
  const contract = { address: stage.subscriptions, abi: subscriptionManagerAbi } as const;
  await approve(stage, wallet);
  const enrolment = { ...contract, chain: null, functionName: "subscribeDirect" } as const;
  await used(stage, await wallet.client.writeContract({ ...enrolment, args: [terms] }));
  const named = { ...contract, functionName: "subscriptionId" } as const;
  return stage.deployer.client.readContract({ ...named, args: [terms] });
}

/** The spender keeps a part of its allowance, as a subscription's does. */
async function transferFrom(anvil: Anvil, stage: Stage): Promise<number> {
  const wallet = await fundWallet(anvil, stage);
  await approve(stage, wallet, stage.deployer.address);
  const hash = await stage.deployer.client.writeContract({
    chain: null,
    address: stage.token,
    abi: fiatTokenAbi,
    functionName: "transferFrom",
    args: [wallet.address, stage.payout, AMOUNT],
  });
  return used(stage, hash);
}

/** A new account with ether, that keeps a balance after two periods. */
async function fundWallet(anvil: Anvil, stage: Stage): Promise<Deployer> {
  const wallet = connectDeployer({ rpcUrl: anvil.rpcUrl, deployerKey: generatePrivateKey() });
  await anvil.request("anvil_setBalance", [wallet.address, numberToHex(WHOLE_ETHER)]);
  for (let time = 0; time < 2; time += 1) await mintTo(stage, wallet.address);
  return wallet;
}

async function approve(
  stage: Stage,
  wallet: Deployer,
  spender = stage.subscriptions,
): Promise<void> {
  const hash = await wallet.client.writeContract({
    chain: null,
    address: stage.token,
    abi: fiatTokenAbi,
    functionName: "approve",
    args: [spender, 12n * AMOUNT],
  });
  await used(stage, hash);
}

async function used({ deployer }: Stage, hash: Hex): Promise<number> {
  return Number((await deployer.settle(hash)).gasUsed);
}
