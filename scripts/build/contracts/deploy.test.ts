import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Address, createPublicClient, getAddress, http, keccak256, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentTreasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { coreAddress, coreKinds, DEPLOYMENT_PROXY } from "@/lib/adapters/chain/core-addresses";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { CANONICAL_SALT, saltOf } from "./core-salts";
import { type DeployContractsInput, deployContracts, extendDeployment } from "./deploy";
import { deployLocalTokens, type LocalTokens } from "./deploy-local-tokens";
import { connectDeployer, type DeployerOptions } from "./deployer";

const operator: Address = privateKeyToAddress(generatePrivateKey());
const treasury: Address = privateKeyToAddress(generatePrivateKey());
const admin: Address = privateKeyToAddress(generatePrivateKey());

describe("deployContracts on a chain that mines only when told to", () => {
  let chain: BareChain;
  let options: DeployerOptions;
  let tokens: LocalTokens;

  beforeAll(async () => {
    chain = await startBareChain();
    const deployerKey = generatePrivateKey();
    await chain.request("anvil_setBalance", [
      privateKeyToAddress(deployerKey),
      "0xde0b6b3a7640000",
    ]);
    options = { rpcUrl: chain.rpcUrl, deployerKey, onPending: () => chain.mine() };
    tokens = await deployLocalTokens(options);
  });

  afterAll(() => chain.stop());

  const input = (): DeployContractsInput => ({
    ...options,
    ...tokens,
    mode: "test",
    operator,
    treasury,
    admin,
  });

  it("describes what it put on the chain", async () => {
    const deployment = await deployContracts(input());
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const code = async (address: Address) => keccak256((await client.getCode({ address })) ?? "0x");
    const registry = {
      abi: merchantRegistryAbi,
      address: addressOf(deployment, "registry"),
    } as const;
    const processor = { address: addressOf(deployment, "processor") };

    const refunds = { abi: refundManagerAbi, address: addressOf(deployment, "refunds") } as const;
    expect(await client.readContract({ ...refunds, functionName: "processor" })).toBe(
      addressOf(deployment, "processor"),
    );

    expect(deployment).toEqual({
      mode: "test",
      chainId: chain.chainId,
      ...tokens,
      treasury,
      operator,
      admin,
      genesisHash: (await client.getBlock({ blockNumber: 0n })).hash,
      coreSalt: CANONICAL_SALT,
      contracts: {
        registry: {
          version: 1,
          address: getAddress(registry.address),
          codeHash: await code(registry.address),
          startBlock: expect.any(Number),
        },
        processor: {
          version: 1,
          address: getAddress(processor.address),
          codeHash: await code(processor.address),
          startBlock: expect.any(Number),
        },
        refunds: {
          version: 1,
          address: getAddress(refunds.address),
          codeHash: await code(refunds.address),
          startBlock: expect.any(Number),
        },
        subscriptions: expect.objectContaining({ version: 1 }),
        chargeRefunds: expect.objectContaining({ version: 1 }),
        escrow: expect.objectContaining({ version: 1 }),
        agentTreasury: expect.objectContaining({ version: 1 }),
      },
    });
    const { startBlock } = deployment.contracts.registry;
    const at = (block: number) =>
      client.getCode({ address: registry.address, blockNumber: BigInt(block) });
    expect(await at(startBlock - 1)).toBeUndefined();
    expect(await at(startBlock)).toBeDefined();
    for (const contract of Object.values(deployment.contracts)) {
      expect(contract.startBlock).toBe(startBlock);
    }
    const read = (functionName: "operator" | "treasury" | "admin") =>
      client.readContract({ ...registry, functionName });
    expect(await read("operator")).toBe(operator);
    expect(await read("treasury")).toBe(treasury);
    expect(await read("admin")).toBe(admin);
    for (const token of [tokens.usdc, tokens.eurc]) {
      const call = { ...registry, functionName: "isAccepted", args: [token] } as const;
      expect(await client.readContract(call)).toBe(true);
    }
    for (const { address } of Object.values(deployment.contracts)) {
      const call = { ...registry, functionName: "isReserved", args: [address] } as const;
      expect(await client.readContract(call)).toBe(true);
    }
  });

  it("shares the core, and says what there is before it sends", async () => {
    const [first, second] = [await deployContracts(input()), await deployContracts(input())];
    const own: string[] = [];
    const coreSalt = saltOf("a house of its own");
    const onPlan = (lines: readonly string[]) => void own.push(...lines);
    const third = await deployContracts({ ...input(), coreSalt, onPlan });
    for (const kind of coreKinds) {
      expect(addressOf(second, kind)).toBe(addressOf(first, kind));
      expect(addressOf(third, kind)).not.toBe(addressOf(first, kind));
      expect(getAddress(addressOf(third, kind))).toBe(coreAddress(kind, coreSalt));
      expect(own).toContain(`${kind.padEnd(14)} ${coreAddress(kind, coreSalt)} will be created`);
    }
    expect(own.at(-1)).toMatch(/^The core takes about \d+ gas, now 0\.\d+ of its coin$/);
    expect(second.contracts.registry.address).not.toBe(first.contracts.registry.address);
    const shared: string[] = [];
    await deployContracts({ ...input(), onPlan: (lines) => void shared.push(...lines) });
    expect(shared).toEqual(coreKinds.map((kind) => expect.stringMatching(`^${kind} .* is there$`)));
  });

  it("has the same core, byte for byte, on another chain", async () => {
    const here = await deployContracts(input());
    const other = await startBareChain();
    try {
      const { deployerKey } = options;
      const sender = privateKeyToAddress(deployerKey);
      await other.request("anvil_setBalance", [sender, "0xde0b6b3a7640000"]);
      await other.request("anvil_setChainId", [4_711]);
      const there = { rpcUrl: other.rpcUrl, deployerKey, onPending: () => other.mine() };
      const theirs = await deployLocalTokens(there);
      const deployment = await deployContracts({ ...input(), ...there, ...theirs });
      for (const kind of coreKinds) {
        const { address, codeHash } = deployment.contracts[kind] ?? {};
        expect(here.contracts[kind]).toMatchObject({ address, codeHash });
      }
    } finally {
      await other.stop();
    }
  });

  it("refuses a chain without the deployment proxy", async () => {
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const code = await client.getCode({ address: DEPLOYMENT_PROXY });
    await chain.request("anvil_setCode", [DEPLOYMENT_PROXY, "0x"]);
    try {
      const coreSalt = saltOf("nowhere");
      await expect(deployContracts({ ...input(), coreSalt })).rejects.toThrow(
        "no deterministic deployment proxy",
      );
    } finally {
      await chain.request("anvil_setCode", [DEPLOYMENT_PROXY, code]);
    }
  });

  it("writes what the app reads", async () => {
    const deployment = await deployContracts({ ...input(), mode: "live", eurc: null });
    const read = deploymentFile.parse(JSON.parse(JSON.stringify(deployment)));
    expect(read).toMatchObject({ mode: "live", eurc: null });
    expect(read.contracts.registry.startBlock).toBe(deployment.contracts.registry.startBlock);
  });

  it("extends a deployment kind by kind, each by what it takes over", async () => {
    const before = await deployContracts({ ...input(), kinds: ["registry"] });
    const after = await extendDeployment(options, before, ["processor"]);
    expect(after.contracts.processor?.version).toBe(1);
    const extended = await extendDeployment(options, after, ["refunds"]);
    expect(extended.contracts).toMatchObject({ ...after.contracts, refunds: { version: 1 } });
    const whole = await extendDeployment(options, extended, ["subscriptions"]);
    expect(whole.contracts).toMatchObject({ ...extended.contracts, subscriptions: { version: 1 } });
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const refunding = await extendDeployment(options, whole, ["chargeRefunds"]);
    const address = addressOf(refunding, "chargeRefunds");
    const taken = { abi: chargeRefundManagerAbi, address, functionName: "subscriptions" } as const;
    expect(await client.readContract(taken)).toBe(addressOf(whole, "subscriptions"));
    await expect(extendDeployment(options, extended, ["chargeRefunds"])).rejects.toThrow(
      "need subscriptions",
    );
    const lines: string[] = [];
    const onPlan = (plan: readonly string[]) => void lines.push(...plan);
    const paying = await extendDeployment({ ...options, onPlan }, refunding, [
      "escrow",
      "agentTreasury",
    ]);
    const agents = { abi: agentTreasuryAbi, address: addressOf(paying, "agentTreasury") } as const;
    expect(await client.readContract({ ...agents, functionName: "escrow" })).toBe(
      addressOf(paying, "escrow"),
    );
    expect(lines.filter((line) => line.includes("reserve"))).toEqual([]);
  });

  it("says what the admin has to reserve when a registry does not know the contract", async () => {
    const before = await deployContracts({ ...input(), kinds: ["registry"] });
    const coreSalt = saltOf("a core that the registry does not know");
    const lines: string[] = [];
    const onPlan = (plan: readonly string[]) => void lines.push(...plan);
    await extendDeployment({ ...options, onPlan }, { ...before, coreSalt }, ["escrow"]);
    expect(lines.at(-1)).toBe(
      `A merchant could name the escrow as its payout: let the admin ${admin} send reserve(${coreAddress("escrow", coreSalt)}) to the registry ${before.contracts.registry.address}`,
    );
  });

  it("extends a deployment by what it has not, and leaves what it has", async () => {
    const before = await deployContracts({ ...input(), kinds: ["registry"] });
    expect(Object.keys(before.contracts)).toEqual(["registry"]);
    const after = await extendDeployment(options, before, ["processor"]);
    const { registry, processor } = after.contracts;
    expect(after).toEqual({ ...before, contracts: { registry, processor } });
    expect(registry).toEqual(before.contracts.registry);
    expect(processor?.startBlock).toBe(registry.startBlock);
    await expect(extendDeployment(options, after, ["processor"])).rejects.toThrow(
      "has a processor already",
    );
    await expect(extendDeployment(options, before, ["refunds"])).rejects.toThrow(
      "need a processor",
    );
    await expect(extendDeployment(options, after, ["agentTreasury"])).rejects.toThrow(
      "need an escrow",
    );
    const elsewhere = { ...before, genesisHash: keccak256("0x") };
    await expect(extendDeployment(options, elsewhere, ["processor"])).rejects.toThrow(
      "on another chain",
    );
  });

  it("extends a file by its command, and none of another version", async () => {
    const { contracts, ...rest } = await deployContracts({ ...input(), kinds: ["registry"] });
    const folder = mkdtempSync(join(tmpdir(), "stipend-deploy-"));
    const file = join(folder, "test.json");
    writeFileSync(file, JSON.stringify({ ...rest, contracts }));
    const args = ["--rpc", chain.rpcUrl, "--file", file, "--add", "processor"];
    expect(await runDeploy(chain, options, args)).toContain(`Wrote `);
    const extended = deploymentFile.parse(JSON.parse(readFileSync(file, "utf8")));
    expect(extended.contracts).toMatchObject({
      registry: { startBlock: contracts.registry.startBlock },
      processor: { version: 1 },
    });
    await expect(runDeploy(chain, options, args)).rejects.toThrow("has a processor already");
    const other = { registry: { ...contracts.registry, version: 2 } };
    writeFileSync(file, JSON.stringify({ ...rest, contracts: other }));
    await expect(runDeploy(chain, options, args)).rejects.toThrow(
      "supports only version 1 of the registry, not 2",
    );
    const unknown = [...args.slice(0, -1), "nothing"];
    await expect(runDeploy(chain, options, unknown)).rejects.toThrow("--add");
    rmSync(folder, { recursive: true });
  });

  it("takes the roles on the command line, and needs an admin", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stipend-deploy-"));
    const roles = ["--operator", operator, "--treasury", treasury, "--usdc", tokens.usdc];
    const args = ["--rpc", chain.rpcUrl, "--mode", "test", ...roles];
    const deploy = async (name: string, ...more: string[]) => {
      const file = join(folder, name);
      await runDeploy(chain, options, [...args, "--file", file, ...more]);
      return deploymentFile.parse(JSON.parse(readFileSync(file, "utf8")));
    };
    const made = await deploy("1.json", "--admin", admin);
    expect(made).toMatchObject({ admin: admin.toLowerCase(), operator: operator.toLowerCase() });
    await expect(deploy("2.json")).rejects.toThrow("--admin");
    const own = await deploy("3.json", "--admin", admin, "--own-core", "ours");
    expect(own.coreSalt).toBe(saltOf("ours"));
    expect(getAddress(addressOf(own, "processor"))).toBe(coreAddress("processor", saltOf("ours")));
    rmSync(folder, { recursive: true });
  });

  it("refuses a token where there is no contract", async () => {
    await expect(deployContracts({ ...input(), usdc: treasury })).rejects.toThrow(
      `There is no contract at ${treasury}`,
    );
  });

  it("refuses a token with other decimals", async () => {
    const token = await forwarder(chain, await unnamedToken(options));
    await expect(deployContracts({ ...input(), usdc: token })).rejects.toThrow("has 0 decimals");
  });

  it("refuses a token whose signatures are for another domain than its name tells", async () => {
    const token = await forwarder(chain, tokens.usdc);
    await expect(deployContracts({ ...input(), eurc: token })).rejects.toThrow(
      "does not use the EIP-712 domain",
    );
  });

  it("refuses one token twice", async () => {
    await expect(deployContracts({ ...input(), eurc: tokens.usdc })).rejects.toThrow(
      "same address",
    );
  });

  it("lets the deployer mint the local tokens", async () => {
    const { client, settle } = connectDeployer(options);
    const hash = await client.writeContract({
      chain: null,
      abi: localFiatTokenAbi,
      address: tokens.eurc,
      functionName: "mint",
      args: [treasury, 5n],
    });
    await settle(hash);
    const balance = await client.readContract({
      abi: localFiatTokenAbi,
      address: tokens.eurc,
      functionName: "balanceOf",
      args: [treasury],
    });
    expect(balance).toBe(5n);
    expect(tokens.eurc).not.toBe(zeroAddress);
  });
});

/** Runs `npm run contracts:deploy` while the chain gets blocks. */
async function runDeploy(chain: BareChain, { deployerKey }: DeployerOptions, args: string[]) {
  let isDone = false;
  const mining = (async () => {
    while (!isDone) {
      await chain.mine();
      await sleep(50);
    }
  })();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test",
    DEPLOYER_PRIVATE_KEY: deployerKey,
  } as const;
  const command = ["--import", "tsx", "scripts/build/contracts/deploy-command.ts", ...args];
  try {
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  } finally {
    isDone = true;
    await mining;
  }
}

/** The implementation behind the local tokens, which was never initialised. */
async function unnamedToken(options: DeployerOptions): Promise<Address> {
  const { client } = connectDeployer(options);
  const tokens = await deployLocalTokens(options);
  const slot = "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3";
  const word = await client.getStorageAt({ address: tokens.usdc, slot });
  return getAddress(`0x${(word ?? "").slice(-40)}`);
}

/** A contract that answers every call as `target` does: the same name, but another address in the domain. */
async function forwarder(chain: BareChain, target: Address): Promise<Address> {
  const address = privateKeyToAddress(generatePrivateKey());
  const code = `0x365f5f375f5f365f73${target.slice(2)}5afa503d5f5f3e3d5ff3`;
  await chain.request("anvil_setCode", [address, code]);
  return address;
}
