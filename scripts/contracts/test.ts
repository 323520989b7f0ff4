import { spawnSync } from "node:child_process";
import { differingArtifacts, renderArtifacts } from "./artifacts";
import { compile } from "./compile";
import { findForge } from "./find-forge";
import { projectRoot, readSources } from "./sources";

const sources = readSources();
const stale = differingArtifacts(renderArtifacts(sources, compile(sources)));
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(", ")}. Run npm run contracts:build.`);
  process.exitCode = 1;
} else {
  const forge = findForge();
  const steps = [
    ["fmt", "--check", "contracts"],
    ["test", ...process.argv.slice(2)],
  ];
  for (const step of steps) {
    const { status } = spawnSync(forge, step, { cwd: projectRoot, stdio: "inherit" });
    process.exitCode = status ?? 1;
    if (status !== 0) break;
  }
}
