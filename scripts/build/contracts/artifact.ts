import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Hex } from "viem";
import { z } from "zod";
import { projectRoot } from "./sources";

const code = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x([0-9a-f]{2})+$/.test(value),
);
const artifactSchema = z.object({
  contract: z.string(),
  source: z.string(),
  bytecode: code,
  deployedBytecode: code,
});

export type Artifact = z.infer<typeof artifactSchema>;

/**
 * Reads the committed bytecode of a contract.
 * @param file Its name in contracts/artifacts without the extension, such as `payment-processor`
 */
export function readArtifact(file: string): Artifact {
  const path = resolve(projectRoot, `contracts/artifacts/${file}.json`);
  return artifactSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}
