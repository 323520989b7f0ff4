import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { parseEther } from "viem/utils";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { Hex } from "@/lib/core/chain/hex";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import { readDeployment } from "@/scripts/build/contracts/deployment-on-disk";
import { keyList } from "@/scripts/run/demo/demo-secrets";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { connectJsonRpc } from "@/scripts/run/services/json-rpc";
import { runProgram } from "./deploy-cores";
import { expectThat, openHouse, tell } from "./drill-house";
import { type DrillStage, openDrillStage } from "./drill-stage";

const usage = `npm run drill:stolen-keeper

The operator's key allows a foreign wallet as a keeper, which takes a part of what falls due before the installation does:
/ready says so, the period is charged in full all the same, and after \`disallow-keeper\` the wallet can charge nothing more.
Ends with 1 when anything is not as the runbook says.`;

const DAY_SECONDS = 86_400;
const PART = 1n;

await runWithOptions(usage, {}, async () => {
  const stage = await openDrillStage();
  try {
    const server = await stage.startServer(stage.settings);
    try {
      await drill(stage);
    } finally {
      await server.end("SIGTERM");
    }
  } finally {
    await stage.close();
  }
});

async function drill(stage: DrillStage): Promise<void> {
  const house = openHouse(stage);
  const deployment = readDeployment(stage.settings.TEST_DEPLOYMENT ?? "");
  const subscriptionId = await house.subscribe(await house.plan(), deployment);
  const { onchainId } = await house.stipend.subscriptions.get({ id: subscriptionId });
  const id = onchainId as Hex;
  const thief = await allowThief(stage, deployment);
  await passChainTime(stage, DAY_SECONDS + 60);
  await charge(thief, deployment, { id, period: 1n, number: 0n, amount: PART });
  tell(`${thief.address} took a part of the second period`);
  await house.until("/ready warns of a charge that is not ours", async () =>
    (await readyOf(stage, "renewals")).includes("that this installation did not make"),
  );
  await house.advance("25h");
  await house.until("the period is paid once and in full, and the part is marked", async () => {
    const { data } = await house.stipend.transactions.list({ subscriptionId });
    const amounts = data.map(({ amount, unrequested }) => [Number(amount), unrequested].join());
    return amounts.toSorted().join(" ") === "1,true 2499999,false 2500000,false";
  });
  await disallow(stage, thief);
  await house.until(
    "the contract knows the wallet no more",
    async () => !(await isKeeper(thief, deployment)),
  );
  await passChainTime(stage, DAY_SECONDS);
  const next = charge(thief, deployment, { id, period: 2n, number: 0n, amount: PART });
  const refusal = await next.then(
    () => "",
    (error: Error) => error.message,
  );
  expectThat(refusal.includes("NotAuthorized"), "its next charge is refused by the contract");
}

function rpcOf({ settings }: DrillStage): string {
  return settings.TEST_RPC_URLS ?? "";
}

function accountOf(stage: DrillStage, keys: string): Deployer {
  const [deployerKey] = keyList(keys);
  if (!deployerKey) throw new Error("the demo has this key");
  return connectDeployer({ rpcUrl: rpcOf(stage), deployerKey });
}

/** What a thief of the operator's key does first. */
async function allowThief(stage: DrillStage, deployment: DeploymentFile): Promise<Deployer> {
  const deployerKey = generatePrivateKey();
  const faucet = accountOf(stage, stage.secrets.app.FAUCET_PRIVATE_KEY);
  const gas = { to: privateKeyToAddress(deployerKey), value: parseEther("1"), chain: null };
  await faucet.settle(await faucet.client.sendTransaction(gas));
  const operator = accountOf(stage, stage.secrets.app.OPERATOR_PRIVATE_KEY);
  const { registry } = deployment.contracts;
  await operator.settle(
    await operator.client.writeContract({
      abi: merchantRegistryAbi,
      address: registry.address,
      functionName: "setKeeper",
      args: [gas.to, true],
      chain: null,
    }),
  );
  return connectDeployer({ rpcUrl: rpcOf(stage), deployerKey });
}

/** The chain alone goes ahead of the business: what falls due there is not due here yet. */
async function passChainTime(stage: DrillStage, seconds: number): Promise<void> {
  const request = connectJsonRpc(rpcOf(stage));
  await request("evm_increaseTime", [seconds]);
  await request("evm_mine", []);
}

interface Charge {
  readonly id: Hex;
  readonly period: bigint;
  readonly number: bigint;
  /** Smallest unit. */
  readonly amount: bigint;
}

function managerOf({ contracts }: DeploymentFile) {
  if (!contracts.subscriptions) throw new Error("the demo has subscriptions");
  return { abi: subscriptionManagerAbi, address: contracts.subscriptions.address };
}

async function charge(thief: Deployer, deployment: DeploymentFile, item: Charge): Promise<void> {
  const call = { ...managerOf(deployment), functionName: "charge", args: [item] } as const;
  await thief.client.simulateContract({ ...call, account: thief.client.account });
  await thief.settle(await thief.client.writeContract({ ...call, chain: null }));
}

/** What the runbook tells an operator to do. */
async function disallow({ settings }: DrillStage, thief: Deployer): Promise<void> {
  const options = ["disallow-keeper", thief.address, "--mode", "test", "--apply"];
  tell(
    await runProgram("operator/main.ts", [...options, "--reason", "its key is not ours"], settings),
  );
}

function isKeeper(thief: Deployer, { contracts }: DeploymentFile): Promise<boolean> {
  const { address } = contracts.registry;
  const args = [thief.address] as const;
  return thief.client.readContract({
    abi: merchantRegistryAbi,
    address,
    functionName: "isKeeper",
    args,
  });
}

async function readyOf({ baseUrl }: DrillStage, check: string): Promise<string> {
  const { checks } = (await (await fetch(`${baseUrl}/ready`)).json()) as {
    checks: Record<string, { detail: string | null }>;
  };
  return checks[check]?.detail ?? "";
}
