import { join } from "node:path";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { connectDeployer } from "@/scripts/build/contracts/deployer";
import { readDeployment } from "@/scripts/build/contracts/deployment-on-disk";
import { keyList } from "@/scripts/run/demo/demo-secrets";
import { addressOf } from "@/scripts/run/demo/prepare-chain";
import { runWithOptions } from "@/scripts/run/run-with-options";
import {
  compareChains,
  coreOf,
  deployByCommand,
  runProgram,
  verifyByCommand,
} from "./deploy-cores";
import { type DrillHouse, expectThat, openHouse, tell } from "./drill-house";
import { type DrillStage, openDrillStage, type Settings } from "./drill-stage";

const usage = `npm run drill:own-core

Deploys the shared core on two chains and the core of a house beside it, and verifies them. Then the issuer of a local token
blocks the core that an installation uses: /ready says so, new sessions move to a core of the installation's own, and a
subscriber signs again. Ends with 1 when anything is not as the runbook says.`;

await runWithOptions(usage, {}, async () => {
  const stage = await openDrillStage();
  try {
    const faults = await compareChains(stage.folder);
    expectThat(faults.length === 0, `two chains, three cores: ${faults.join(", ") || "verified"}`);
    await drill(stage);
  } finally {
    await stage.close();
  }
});

async function drill(stage: DrillStage): Promise<void> {
  const shared = readDeployment(stage.settings.TEST_DEPLOYMENT ?? "");
  const house = openHouse(stage);
  const subscriptionId = await withServer(stage, stage.settings, () =>
    useSharedCore(stage, house, shared),
  );
  const own = await deployOwn(stage, shared);
  await withServer(stage, own.settings, async () => {
    await moveToOwnCore(house, own.deployment, subscriptionId);
    await block(stage, shared, "unBlacklist");
    await house.until("/ready has nothing to say once the block is lifted", async () => {
      return (await house.tokenTrouble()) === "";
    });
  });
}

async function withServer<T>(
  stage: DrillStage,
  settings: Settings,
  work: () => Promise<T>,
): Promise<T> {
  const server = await stage.startServer(settings);
  try {
    return await work();
  } finally {
    await server.end("SIGTERM");
  }
}

/** A payment and a subscription, and what comes of both while the core is blocked. Says the subscription's id. */
async function useSharedCore(
  stage: DrillStage,
  house: DrillHouse,
  shared: DeploymentFile,
): Promise<string> {
  await house.pay(shared, "at the shared core");
  const id = await house.subscribe(await house.plan(), shared);
  await block(stage, shared, "blacklist");
  await house.until("/ready names each contract of the blocked core", async () => {
    const trouble = await house.tokenTrouble();
    // The code of treasuries holds nothing itself.
    const { agentTreasury: _, ...contracts } = shared.contracts;
    const moving = coreOf({ ...shared, contracts });
    return moving.every((address) => trouble.includes(address.toLowerCase()));
  });
  await house.payInVain();
  await house.advance("25h");
  const [status, charges] = [await house.statusOf(id), await house.chargesOf(id)];
  expectThat(
    status === "active" && charges === 1,
    `the due charge waits, and blames no payer: ${status}, charges ${charges}`,
  );
  return id;
}

/** A plan stays at its deployment: the payer signs for a new one. */
async function moveToOwnCore(
  house: DrillHouse,
  own: DeploymentFile,
  subscriptionId: string,
): Promise<void> {
  await house.pay(own, "at the own core");
  await house.stipend.subscriptions.cancel({ id: subscriptionId });
  await house.until("the end of the old subscription is final on the chain", async () => {
    const { onchainCancel } = await house.stipend.subscriptions.get({ id: subscriptionId });
    return onchainCancel === "confirmed";
  });
  await house.subscribe(await house.plan(), own);
}

/** What the issuer of the local USDC does to each contract of a core. */
async function block(
  { settings, secrets }: DrillStage,
  deployment: DeploymentFile,
  functionName: "blacklist" | "unBlacklist",
): Promise<void> {
  const [deployerKey] = keyList(secrets.app.FAUCET_PRIVATE_KEY);
  if (!deployerKey) throw new Error("the demo has an issuer");
  const issuer = connectDeployer({ rpcUrl: settings.TEST_RPC_URLS ?? "", deployerKey });
  const token = { abi: localFiatTokenAbi, address: deployment.usdc, chain: null } as const;
  for (const address of coreOf(deployment)) {
    const args = [address] as const;
    await issuer.settle(await issuer.client.writeContract({ ...token, functionName, args }));
  }
}

/** As the runbook says: a registry with a core of its own, its file beside the old one, and the merchant in it. */
async function deployOwn(
  { settings, secrets, folder }: DrillStage,
  shared: DeploymentFile,
): Promise<{ deployment: DeploymentFile; settings: Settings }> {
  const [deployerKey] = keyList(secrets.app.FAUCET_PRIVATE_KEY);
  if (!deployerKey) throw new Error("the demo has an issuer");
  const { usdc, eurc, operator, treasury, admin } = shared;
  const rpc = settings.TEST_RPC_URLS ?? "";
  const file = join(folder, "own.json");
  const roles = { usdc, eurc, operator, treasury, admin };
  const deployment = await deployByCommand({ rpc, deployerKey, file, ...roles, salt: "house" });
  await verifyByCommand(rpc, file);
  const both = { ...settings, TEST_DEPLOYMENT: `${settings.TEST_DEPLOYMENT},${file}` };
  const payout = addressOf(secrets.demo.DEMO_MERCHANT_PRIVATE_KEY);
  const merchant = ["--name", "Acme Coffee", "--email", "owner@acme.example", "--payout", payout];
  await runProgram("scripts/run/seed.ts", merchant, both);
  tell("a registry with an own core is deployed, verified and has the merchant");
  return { deployment, settings: both };
}
