import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { z } from "zod";
import { checkOptions, runWithOptions } from "@/scripts/run-with-options";
import { readDeployment } from "./deployment-on-disk";
import { projectRoot } from "./sources";
import { verificationFiles } from "./verification-files";
import { buildUnits, verifyDeployment } from "./verify";

const usage = `npm run contracts:verify -- --rpc URL --file PATH [--out FOLDER]

Builds the contracts of a deployment from the committed compiler inputs, compares them with what is on
chain, and writes what Sourcify and block explorers take, into deployments/<name>-sources or the folder
that is named. Nothing is sent anywhere.`;

const text = { type: "string" } as const;
const schema = z.object({
  rpc: z.url({ protocol: /^https?$/ }),
  file: z.string().min(1),
  out: z.string().min(1).optional(),
});

await runWithOptions(usage, { rpc: text, file: text, out: text }, async (values) => {
  const { rpc, file, out } = checkOptions(schema, values);
  const deployment = readDeployment(file);
  const verifications = await verifyDeployment(rpc, deployment, buildUnits(deployment));
  for (const { kind, contract, identifier, problems } of verifications) {
    const verdict = problems.length === 0 ? "is what its source says" : problems.join("; ");
    console.log(`${kind.padEnd(10)} ${contract.address} ${identifier}: ${verdict}`);
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
  console.log(`Wrote ${relative(process.cwd(), folder)}`);
});
