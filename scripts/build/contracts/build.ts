import { runWithOptions } from "@/scripts/run/run-with-options";
import { differingArtifacts, renderArtifacts, writeArtifacts } from "./artifacts";
import { compile } from "./compile";
import { readSources } from "./sources";

const usage = `npm run contracts:build [-- --check]

Compiles the contracts and writes their ABIs and bytecode. --check writes nothing, and fails when
what is stored does not match the sources.`;

await runWithOptions(usage, { check: { type: "boolean" } }, async ({ check }) => {
  const sources = readSources();
  const files = renderArtifacts(sources, compile(sources));
  const differing = differingArtifacts(files);
  if (!check) {
    writeArtifacts(files);
    console.log(differing.length === 0 ? "Nothing changed." : `Wrote ${differing.join(", ")}`);
    return;
  }
  if (differing.length > 0) {
    throw new Error(`Stale: ${differing.join(", ")}. Run npm run contracts:build.`);
  }
  console.log("ABIs and bytecode match the sources.");
});
