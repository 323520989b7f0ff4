import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type DeploymentFile, deploymentFile } from "@/lib/adapters/chain/deployment";

/**
 * Reads a deployment file.
 * @throws Error there is none, or it is something else
 */
export function readDeployment(path: string): DeploymentFile {
  return deploymentFile.parse(JSON.parse(readFileSync(path, "utf8")));
}

/** Writes a deployment file, whole or not at all. */
export function writeDeployment(path: string, deployment: DeploymentFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(deployment, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
