import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { Compiler } from "./compile";
import { readDeployment } from "./deployment-on-disk";
import { projectRoot } from "./sources";
import { verificationFiles } from "./verification-files";
import { buildUnits, verifyDeployment } from "./verify";

/**
 * Compares a deployment with what the committed compiler inputs give, and writes what verifiers take.
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
  print(`Wrote ${relative(process.cwd(), folder)}`);
}
