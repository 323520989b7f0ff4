import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWalletClient, encodeFunctionData, type Hex, http, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { lowerHex } from "@/lib/core/chain/hex";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { writeDeployment } from "@/scripts/build/contracts/deployment-on-disk";
import { startAppServer } from "@/scripts/run/demo/app-server";
import { startAnvil } from "@/scripts/run/services/anvil";
import { choosePort } from "@/scripts/run/services/choose-port";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { registration } from "@/testing/register-merchant";
import { type Stack, withDatabase } from "./stack";

export const SECOND_CHAIN = 31_338;
/** A hundred thousand ether, in wei. */
const FUNDS = "0x152d02c7e14af6800000";

/** A process beside the stack's, for which test mode has a second chain. */
export interface SecondChain {
  readonly baseUrl: string;
  readonly rpcUrl: string;
  /** Mints USDC there, in its smallest unit. */
  mint(to: `0x${string}`, amount: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a chain with contracts in which the stack's merchant is registered, and an app that serves it as well. */
export async function startSecondChain(stack: Stack): Promise<SecondChain> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-second-chain-"));
  const { child, rpcUrl, request } = await startAnvil({ port: 0, folder, chainId: SECOND_CHAIN });
  await request("evm_setIntervalMining", [1]);
  const deployerKey = generatePrivateKey();
  const operatorKey = stack.settings.OPERATOR_PRIVATE_KEY as Hex;
  const relayers = (stack.settings.RELAYER_PRIVATE_KEYS ?? "").split(",") as Hex[];
  for (const key of [deployerKey, operatorKey, ...relayers]) {
    await request("anvil_setBalance", [privateKeyToAccount(key).address, FUNDS]);
  }
  const deployer = { rpcUrl, deployerKey };
  const tokens = await deployLocalTokens(deployer);
  const deployment = await deployContracts({
    ...deployer,
    ...tokens,
    mode: "test",
    operator: stack.operator,
    treasury: privateKeyToAccount(generatePrivateKey()).address,
    admin: privateKeyToAccount(deployerKey).address,
  });
  const file = join(folder, "second.json");
  writeDeployment(file, deployment);
  const send = async (key: Hex, to: `0x${string}`, data: Hex) => {
    const account = privateKeyToAccount(key);
    const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions);
    const hash = await client.sendTransaction({ to, data, chain: null });
    await client.waitForTransactionReceipt({ hash });
  };
  const { id, payoutAddress } = stack.merchant;
  const owner = privateKeyToAccount(stack.merchantKey).address;
  const payout = payoutAddress as `0x${string}`;
  const record = { id, owner, payout, feeBps: 100 };
  await send(operatorKey, deployment.contracts.registry.address, registration(record));
  const port = await choosePort(0, "the app");
  const baseUrl = `http://127.0.0.1:${port}`;
  const app = startAppServer(folder, ["scripts/run/start.cjs"], {
    ...settingsFor(stack, { file, rpcUrl }),
    PORT: String(port),
    APP_URL: baseUrl,
  });
  await app.ready(baseUrl, () => {});
  await withDatabase(stack, async (sql) => {
    const registry = Buffer.from(deployment.contracts.registry.address.slice(2), "hex");
    const [row] = await sql<{ id: string }[]>`
      select d.id from deployments d join deployment_contracts c on c.deployment_id = d.id
      where c.kind = 'registry' and c.address = ${registry} and d.chain_id = ${SECOND_CHAIN}`;
    if (!row) throw new Error("the app has pinned the second deployment");
    const bytes = (text: string) => Buffer.from(lowerHex(text).slice(2), "hex");
    await sql`
      insert into merchant_registrations
        (merchant_id, mode, deployment_id, chain_merchant_id, owner, payout, fee_bps)
      values (${id}, 'test', ${row.id}, 1, ${bytes(owner)}, ${bytes(payout)}, 100)
      on conflict do nothing`;
  });
  return {
    baseUrl,
    rpcUrl,
    mint: (to, amount) => {
      const call = { abi: localFiatTokenAbi, functionName: "mint", args: [to, amount] } as const;
      return send(deployerKey, tokens.usdc, encodeFunctionData(call));
    },
    async stop() {
      await app.stop();
      await stopChild(child, "SIGTERM", "SIGKILL", 5_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The stack's settings with both chains: what is said of one names it, and what only local chains may have is left out. */
function settingsFor(stack: Stack, second: { file: string; rpcUrl: string }) {
  const dropped =
    /^(TEST_(RPC_URLS|PUBLIC_RPC_URLS|FINALITY_DEPTH)|DEMO_API_KEY|IDENTITY_TEST_ISSUER_KEY|WEBHOOK_ALLOW_PRIVATE)$/;
  const kept = Object.entries(stack.settings).filter(([name]) => !dropped.test(name));
  return {
    ...Object.fromEntries(kept),
    TEST_CHAIN: "local,custom",
    TEST_DEPLOYMENT: `${stack.settings.TEST_DEPLOYMENT},${second.file}`,
    [`TEST_RPC_URLS_${stack.chainId}`]: stack.rpcUrl,
    [`TEST_PUBLIC_RPC_URLS_${stack.chainId}`]: stack.rpcUrl,
    [`TEST_RPC_URLS_${SECOND_CHAIN}`]: second.rpcUrl,
    [`TEST_PUBLIC_RPC_URLS_${SECOND_CHAIN}`]: second.rpcUrl,
    [`TEST_FINALITY_DEPTH_${SECOND_CHAIN}`]: "2",
  };
}
