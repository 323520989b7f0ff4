import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublicClient, type Hex, http, keccak256 } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { coreKinds } from "@/lib/adapters/chain/core-addresses";
import { contractKinds } from "@/lib/core/chain/contract-kinds";
import { type BareChain, startBareChain } from "@/testing/bare-chain";
import { compileOnce } from "./compile-once";
import { saltOf } from "./core-salts";
import { creationOf } from "./creations";
import { type Deployment, deployContracts } from "./deploy";
import { deployLocalTokens } from "./deploy-local-tokens";
import { writeDeployment } from "./deployment-on-disk";
import { buildUnits, verifyDeployment } from "./verify";
import { writeVerification } from "./write-verification";

let chain: BareChain;
let first: Deployment;
let second: Deployment;
let builds: ReturnType<typeof buildUnits>;

/** Compiling takes seconds, and more on a busy machine. */
const COMPILE_TIMEOUT_MS = 240_000;

beforeAll(async () => {
  chain = await startBareChain();
  const deployerKey = generatePrivateKey();
  const sender = privateKeyToAddress(deployerKey);
  await chain.request("anvil_setBalance", [sender, "0xde0b6b3a7640000"]);
  const options = { rpcUrl: chain.rpcUrl, deployerKey, onPending: () => chain.mine() };
  const [operator, treasury, admin] = [1, 2, 3].map(() =>
    privateKeyToAddress(generatePrivateKey()),
  );
  if (!operator || !treasury || !admin) throw new Error("three accounts");
  const tokens = await deployLocalTokens(options);
  const common = { ...options, ...tokens, mode: "test", operator, treasury, admin } as const;
  first = await deployContracts({ ...common, eurc: null });
  second = await deployContracts(common);
  builds = new Map([first, second].flatMap((one) => [...buildUnits(one, compileOnce)]));
}, COMPILE_TIMEOUT_MS);

afterAll(() => chain.stop());

const problemsOf = async (deployment: Deployment) =>
  (await verifyDeployment(chain.rpcUrl, deployment, builds)).map(({ problems }) => problems);

it("finds contracts to be what their sources say, with and without EURC", async () => {
  const none = contractKinds.map(() => []);
  expect(await problemsOf(first)).toEqual(none);
  expect(await problemsOf(second)).toEqual(none);
});

it("finds a contract with other code, and a code hash that is not the code's", async () => {
  const address = second.contracts.registry.address;
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const code = (await client.getCode({ address })) ?? "0x";
  const other: Hex =
    `${code.slice(0, 200)}${code[200] === "0" ? "1" : "0"}${code.slice(201)}` as Hex;
  await chain.request("anvil_setCode", [address, other]);
  try {
    const [registry, processor] = await problemsOf(second);
    expect(registry).toEqual([
      "The code on chain is not what the committed sources give",
      "The code hash in the file is another one",
    ]);
    expect(processor).toEqual([]);
  } finally {
    await chain.request("anvil_setCode", [address, code]);
  }
});

it("finds a registry that was made with something else than the file says", async () => {
  const [registry] = await problemsOf({ ...first, usdc: second.operator });
  expect(registry).toEqual([expect.stringContaining("does not take the file's token")]);
  const [withAdmin] = await problemsOf({ ...second, admin: second.operator });
  expect(withAdmin).toEqual([expect.stringContaining("Its admin is")]);
  const [unreserved] = await problemsOf({ ...second, coreSalt: saltOf("another core") });
  expect(unreserved).toHaveLength(coreKinds.length);
  expect(unreserved?.[0]).toContain("A merchant could name the processor");
  const { registry: own, processor } = second.contracts;
  const few = {
    ...second,
    coreSalt: saltOf("another core"),
    contracts: { registry: own, processor },
  };
  const [ofFew] = await problemsOf(few);
  expect(ofFew).toEqual([expect.stringContaining("the processor")]);
});

it("finds a contract of the core that is not where its code and the salt put it", async () => {
  const [, processor] = await problemsOf({ ...second, coreSalt: saltOf("another core") });
  expect(processor).toEqual([
    expect.stringMatching(/^It is at 0x\w+; the committed code with the file's salt is at 0x\w+$/),
  ]);
  const { subscriptions: known } = second.contracts;
  if (!known) throw new Error("there are subscriptions");
  // The same code elsewhere, put there without the proxy.
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const copy = privateKeyToAddress(generatePrivateKey());
  await chain.request("anvil_setCode", [copy, await client.getCode({ address: known.address })]);
  const contracts = { ...second.contracts, subscriptions: { ...known, address: copy } };
  const [, , , subscriptions] = await problemsOf({ ...second, contracts });
  expect(subscriptions).toEqual([expect.stringContaining("the committed code")]);
});

it("refuses another chain, and a version without a source", async () => {
  await expect(problemsOf({ ...first, genesisHash: keccak256("0x") })).rejects.toThrow(
    "on another chain",
  );
  const registry = { ...first.contracts.registry, version: 9 };
  await expect(problemsOf({ ...first, contracts: { registry } })).rejects.toThrow(
    "no build of version 9 of the registry",
  );
  const { refunds } = second.contracts;
  if (!refunds) throw new Error("there are refunds");
  const later = { ...second.contracts, refunds: { ...refunds, version: 2 } };
  await expect(problemsOf({ ...second, contracts: later })).rejects.toThrow(
    "no build of version 2 of the refunds",
  );
});

it(
  "writes what a verifier needs to build exactly what was created",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "stipend-verify-"));
    const file = join(folder, "31337-test.json");
    writeDeployment(file, second);
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    await writeVerification({ rpc: chain.rpcUrl, file, out: folder }, print, compileOnce);
    expect(lines.join("\n")).toContain("PaymentProcessor: is what its source says");
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const sourcify = read("processor.sourcify.json");
    const explorer = read("processor.explorer.json");
    expect(sourcify.contractIdentifier).toBe(
      "contracts/src/payments/PaymentProcessor.sol:PaymentProcessor",
    );
    expect(sourcify.compilerVersion).toMatch(/^0\.8\.36\+commit\.[0-9a-f]{8}$/);
    expect(JSON.parse(explorer.sourceCode)).toEqual(sourcify.stdJsonInput);
    expect(sourcify.stdJsonInput).toEqual(builds.get("payments")?.input);
    expect(read("eip712-stipend-payments.json").context.eip712.deployments).toEqual([
      { chainId: 31337, address: second.contracts.processor?.address },
    ]);
    const built = builds.get("payments")?.contracts.get("PaymentProcessor");
    const { data } = creationOf("processor", second);
    expect(`${built?.bytecode}${explorer.constructorArguments}`).toBe(data);
    rmSync(folder, { recursive: true });
  },
  COMPILE_TIMEOUT_MS,
);
