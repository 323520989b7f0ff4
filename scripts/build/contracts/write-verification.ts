import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import solc from "solc";
import type { Compiler } from "./compile";
import { readDeployment } from "./deployment-on-disk";
import { projectRoot } from "./sources";
import { buildUnits, type Verification, verifyDeployment } from "./verify";
import { walletDescriptors } from "./wallet-descriptors";

/**
 * What Sourcify and block explorers are given so that they verify a contract, by file name.
 * `….sourcify.json` is the body of `POST /v2/verify/{chainId}/{address}`; `….explorer.json` has the fields of
 * Etherscan's `verifysourcecode`, which the forms of other explorers ask for too.
 */
function verificationFiles(
  chainId: number,
  verifications: readonly Verification[],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { kind, contract, identifier, constructorArguments, input } of verifications) {
    const sourcify = {
      stdJsonInput: input,
      compilerVersion: compilerRelease(),
      contractIdentifier: identifier,
    };
    const explorer = {
      chainid: `${chainId}`,
      codeformat: "solidity-standard-json-input",
      contractaddress: contract.address,
      contractname: identifier,
      compilerversion: `v${compilerRelease()}`,
      constructorArguments: constructorArguments.slice(2),
      sourceCode: JSON.stringify(input),
    };
    files.set(`${kind}.sourcify.json`, `${JSON.stringify(sourcify, null, 2)}\n`);
    files.set(`${kind}.explorer.json`, `${JSON.stringify(explorer, null, 2)}\n`);
  }
  return files;
}

/** The compiler's version with its commit, as `0.8.36+commit.8a079791`. */
function compilerRelease(): string {
  const [release] = /^\d+\.\d+\.\d+\+commit\.[0-9a-f]+/.exec(solc.version()) ?? [];
  if (!release) throw new Error(`The compiler calls itself ${solc.version()}`);
  return release;
}

/**
 * Compares a deployment with what the committed compiler inputs give, and writes what verifiers and wallets take.
 * @throws Error the deployment is something else; nothing is written then
 */
export async function writeVerification(
  { rpc, file, out }: { rpc: string; file: string; out?: string },
  print: (line: string) => void,
  compiler?: Compiler,
): Promise<void> {
  const deployment = readDeployment(file);
  const builds = buildUnits(deployment, compiler);
  const verifications = await verifyDeployment(rpc, deployment, builds);
  for (const { kind, contract, identifier, problems } of verifications) {
    const verdict = problems.length === 0 ? "is what its source says" : problems.join("; ");
    print(`${kind.padEnd(10)} ${contract.address} ${identifier}: ${verdict}`);
  }
  if (verifications.some(({ problems }) => problems.length > 0)) {
    throw new Error("The deployment is not what the sources say; nothing was written");
  }
  const name = `${basename(file, ".json")}-sources`;
  const folder = resolve(out ?? join(projectRoot, "deployments", name));
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of verificationFiles(deployment.chainId, verifications)) {
    writeFileSync(join(folder, path), content);
  }
  for (const [path, descriptor] of walletDescriptors([deployment.chainId], deployment.coreSalt)) {
    writeFileSync(join(folder, path), `${JSON.stringify(descriptor, null, 2)}\n`);
  }
  print(`Wrote ${relative(process.cwd(), folder)}`);
}
