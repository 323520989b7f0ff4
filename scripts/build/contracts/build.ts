import { runWithOptions } from "@/scripts/run/run-with-options";
import { differingArtifacts, renderArtifacts, writeArtifacts } from "./artifacts";
import { compile, isError } from "./compile";
import { compileOnce } from "./compile-once";
import { readSources } from "./sources";

const usage = `npm run contracts:build [-- --check | --draft]

Compiles the contracts and writes their ABIs and bytecode. --check writes nothing, and fails when
what is stored does not match the sources. --draft lets warnings pass, and takes units that were
compiled before from contracts/cache.`;

const flags = { check: { type: "boolean" }, draft: { type: "boolean" } } as const;

await runWithOptions(usage, flags, async ({ check, draft }) => {
  const sources = readSources();
  const files = renderArtifacts(
    sources,
    draft ? compile(sources, compileOnce, isError) : compile(sources),
  );
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
