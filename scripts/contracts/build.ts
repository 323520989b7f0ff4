import { differingArtifacts, renderArtifacts, writeArtifacts } from "./artifacts";
import { compile } from "./compile";
import { readSources } from "./sources";

const sources = readSources();
const files = renderArtifacts(sources, compile(sources));
const differing = differingArtifacts(files);

if (!process.argv.includes("--check")) {
  writeArtifacts(files);
  console.log(differing.length === 0 ? "Nothing changed." : `Wrote ${differing.join(", ")}`);
} else if (differing.length > 0) {
  console.error(`Stale: ${differing.join(", ")}. Run npm run contracts:build.`);
  process.exitCode = 1;
} else {
  console.log("ABIs and bytecode match the sources.");
}
