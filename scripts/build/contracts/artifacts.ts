import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { type CompiledContract, standardInput } from "./compile";
import { compilerVersion, projectRoot, type Sources, sha256 } from "./sources";

/** Unit, contract and file name of what the product, the demo and the tests use. */
const published = [
  { unit: "registry", name: "MerchantRegistry", file: "merchant-registry" },
  { unit: "payments", name: "PaymentProcessor", file: "payment-processor" },
  { unit: "refunds", name: "RefundManager", file: "refund-manager" },
  { unit: "subscriptions", name: "SubscriptionManager", file: "subscription-manager" },
  { unit: "charge-refunds", name: "ChargeRefundManager", file: "charge-refund-manager" },
  { unit: "agents", name: "JobEscrow", file: "job-escrow" },
  { unit: "agents", name: "AgentTreasury", file: "agent-treasury" },
  { unit: "local", name: "IFiatToken", file: "fiat-token" },
  { unit: "local", name: "LocalFiatToken", file: "local-fiat-token" },
  { unit: "local", name: "LocalFiatTokenProxy", file: "local-fiat-token-proxy" },
  { unit: "local", name: "LocalSignatureChecker", file: "local-signature-checker" },
  { unit: "local", name: "LocalSmartWallet", file: "local-smart-wallet" },
  { unit: "local", name: "LocalWalletFactory", file: "local-wallet-factory" },
  { unit: "wallets", name: "WalletCreation", file: "wallet-creation" },
  { unit: "wallets", name: "WalletTrial", file: "wallet-trial" },
];

const abiFolder = "lib/adapters/chain/abi";
const artifactFolder = "contracts/artifacts";
const manifestPath = `${artifactFolder}/build.json`;

const manifestSchema = z.object({
  sourceHash: z.string(),
  outputs: z.record(z.string(), z.string()),
});

/** Renders every generated file, manifest included, as path → content. */
export function renderArtifacts(
  sources: Sources,
  contracts: ReadonlyMap<string, ReadonlyMap<string, CompiledContract>>,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { unit, name, file } of published) {
    const contract = contracts.get(unit)?.get(name);
    if (!contract) throw new Error(`The compiler returned no ${name}`);
    files.set(`${abiFolder}/${file}.ts`, renderAbi(file, contract));
    if (contract.bytecode === "0x") continue;
    const { source, bytecode, deployedBytecode } = contract;
    files.set(
      `${artifactFolder}/${file}.json`,
      json({ contract: name, source, bytecode, deployedBytecode }),
    );
  }
  for (const unit of sources.units) {
    if (unit.name === "local") continue;
    files.set(standardInputPath(unit.name), json(standardInput(unit)));
  }
  const outputs = Object.fromEntries([...files].map(([path, text]) => [path, sha256(text)]));
  const compiler = compilerVersion();
  const settings = Object.fromEntries(sources.units.map((unit) => [unit.name, unit.settings]));
  files.set(manifestPath, json({ compiler, settings, sourceHash: sources.hash, outputs }));
  return files;
}

/** The committed input of the compiler for a unit of the contracts, from which anyone can build them again. */
export function standardInputPath(unit: string): string {
  return `${artifactFolder}/standard-input-${unit}.json`;
}

/** Writes generated files below the project root. */
export function writeArtifacts(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const target = resolve(projectRoot, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Names the generated files that differ from what a compilation gave; empty when all are fresh. */
export function differingArtifacts(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([path, text]) => readOrEmpty(path) !== text).map(([path]) => path);
}

/**
 * Names what is stale, judged without compiling: by the hash of the sources and of each generated file.
 * Cannot see a forged manifest; `differingArtifacts` after a compilation can.
 */
export function staleArtifacts(sources: Sources): string[] {
  const text = readOrEmpty(manifestPath);
  if (text === "") return [manifestPath];
  const manifest = manifestSchema.parse(JSON.parse(text));
  const stale = Object.entries(manifest.outputs)
    .filter(([path, hash]) => sha256(readOrEmpty(path)) !== hash)
    .map(([path]) => path);
  if (manifest.sourceHash !== sources.hash) stale.push(manifestPath);
  return [...stale, ...strayFiles(new Set([...Object.keys(manifest.outputs), manifestPath]))];
}

/** Generated folders hold nothing else: a file left behind by a renamed contract is an error too. */
function strayFiles(known: ReadonlySet<string>): string[] {
  return [abiFolder, artifactFolder]
    .flatMap((folder) =>
      readdirSync(resolve(projectRoot, folder)).map((file) => `${folder}/${file}`),
    )
    .filter((path) => !known.has(path));
}

function renderAbi(file: string, { abi, source }: CompiledContract): string {
  const constant = `${file.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Abi`;
  const entries = abi.map((entry) => `  ${JSON.stringify(entry, withoutInternalType)},\n`).join("");
  return `// Generated from ${source} by \`npm run contracts:build\`.\nexport const ${constant} = [\n${entries}] as const;\n`;
}

/** Solidity's own type names are of no use to callers and would travel to browsers. */
function withoutInternalType(key: string, value: unknown): unknown {
  return key === "internalType" ? undefined : value;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(resolve(projectRoot, path), "utf8").replaceAll("\r\n", "\n");
  } catch {
    return "";
  }
}
