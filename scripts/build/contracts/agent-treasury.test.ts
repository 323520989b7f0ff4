import { type Address, createPublicClient, getAddress, hashTypedData, http, keccak256 } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentTreasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type JobApproval, jobApprovalMessage } from "@/lib/core/agents/job-approval";
import { treasuryAddress } from "@/lib/core/agents/treasury-address";
import type { TypedData } from "@/sdk/src/payer/typed-data";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { deployContracts } from "./deploy";
import { deployLocalTokens } from "./deploy-local-tokens";
import { connectDeployer, type DeployerOptions } from "./deployer";

let chain: BareChain;
let options: DeployerOptions;
let implementation: Address;
let registry: Address;

const someone = () => privateKeyToAddress(generatePrivateKey());

beforeAll(async () => {
  chain = await startBareChain();
  const deployerKey = generatePrivateKey();
  await chain.request("anvil_setBalance", [privateKeyToAddress(deployerKey), "0xde0b6b3a7640000"]);
  options = { rpcUrl: chain.rpcUrl, deployerKey, onPending: () => chain.mine() };
  const tokens = await deployLocalTokens(options);
  const roles = { operator: someone(), treasury: someone(), admin: someone() };
  const deployment = await deployContracts({ ...options, ...tokens, ...roles, mode: "test" });
  implementation = addressOf(deployment, "agentTreasury");
  registry = addressOf(deployment, "registry");
});

afterAll(() => chain.stop());

test("a merchant's treasury is where the contract says, before and after it is deployed", async () => {
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const contract = { abi: agentTreasuryAbi, address: implementation } as const;
  for (const merchantId of [0n, 1n, 2n, 2n ** 96n, 2n ** 256n - 1n]) {
    for (const of of [registry, someone()]) {
      const args = [of, merchantId] as const;
      const said = await client.readContract({ ...contract, functionName: "treasuryOf", args });
      expect(treasuryAddress({ implementation, registry: of, merchantId })).toBe(said);
    }
  }
  const treasury = treasuryAddress({ implementation, registry, merchantId: 7n });
  expect(await client.getCode({ address: treasury })).toBeUndefined();
  await deployTreasury(7n);
  const clone = { abi: agentTreasuryAbi, address: treasury } as const;
  expect(await client.readContract({ ...clone, functionName: "merchantId" })).toBe(7n);
  expect(await client.readContract({ ...clone, functionName: "registry" })).toBe(
    getAddress(registry),
  );
});

test("the approval that is shown is the one whose digest the treasury takes", async () => {
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const treasury = treasuryAddress({ implementation, registry, merchantId: 8n });
  await deployTreasury(8n);
  const order = {
    token: someone(),
    vendor: someone(),
    evaluator: someone(),
    amount: 125_000_000n,
    expiredAt: 1_900_000_000n,
    description: "job_000000000000000000000000",
  };
  const approval: JobApproval = {
    ...order,
    ...{ chainId: chain.chainId, treasury, registry, merchantId: 8n, deadline: 1_890_000_000n },
    proposalId: keccak256("0x01"),
  };
  const digest = await client.readContract({
    abi: agentTreasuryAbi,
    address: treasury,
    functionName: "approvalDigest",
    args: [approval.proposalId, order, approval.deadline],
  });
  const message: TypedData = jobApprovalMessage(approval);
  expect(hashTypedData(message)).toBe(digest);
});

async function deployTreasury(merchantId: bigint): Promise<void> {
  const { client, settle } = connectDeployer(options);
  const contract = { abi: agentTreasuryAbi, address: implementation } as const;
  const args = [registry, merchantId] as const;
  await settle(
    await client.writeContract({ chain: null, ...contract, functionName: "deploy", args }),
  );
}
