import { spawnSync } from "node:child_process";
import { differingArtifacts, renderArtifacts } from "./artifacts";
import { compile } from "./compile";
import { compileOnce } from "./compile-once";
import { findForge } from "./find-forge";
import { projectRoot, readSources } from "./sources";

/**
 * npm run test:contracts [-- --campaign | --snapshot | options of forge test]
 *
 * Checks the generated files, the formatting, the tests, and the gas that is committed in contracts/snapshots.
 * --campaign makes three million random calls instead of the tests, two million of them with two registries; FORGE_SEED=0x… chooses them.
 * --snapshot writes the gas down anew.
 */
const given = process.argv.slice(2);
const others = given.filter((option) => option !== "--campaign" && option !== "--snapshot");

/** Random calls of the campaign: runs, and calls in each of them, by the tests that make them. */
const campaign = [
  { path: "contracts/test/payments/payment-processor/invariants.t.sol", runs: 1_200, depth: 200 },
  { path: "contracts/test/refunds/invariants.t.sol", runs: 1_300, depth: 200 },
  { path: "contracts/test/subscriptions/invariants.t.sol", runs: 1_200, depth: 200 },
  { path: "contracts/test/charge-refunds/invariants.t.sol", runs: 1_200, depth: 200 },
  { path: "contracts/test/core/invariants.t.sol", runs: 5_000, depth: 200 },
  { path: "contracts/test/agents/invariants.t.sol", runs: 5_200, depth: 200 },
  { path: "contracts/test/registry/treasury-role/invariants.t.sol", runs: 250, depth: 200 },
  { path: "contracts/test/registry/merchant-registry/invariants.t.sol", runs: 150, depth: 200 },
];

interface Step {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const seed = process.env.FORGE_SEED;
const campaignSteps = campaign.map(({ path, runs, depth }): Step => {
  const seeded = seed === undefined ? [] : ["--fuzz-seed", seed];
  const env = { FOUNDRY_INVARIANT_RUNS: `${runs}`, FOUNDRY_INVARIANT_DEPTH: `${depth}` };
  return { args: ["test", "--match-path", path, "--match-test", "invariant", ...seeded], env };
});
const snapshotCheck = { FORGE_SNAPSHOT_CHECK: given.includes("--snapshot") ? "false" : "true" };
const steps: readonly Step[] = given.includes("--campaign")
  ? campaignSteps
  : [{ args: ["fmt", "--check", "contracts"] }, { args: ["test", ...others], env: snapshotCheck }];

const sources = readSources();
const stale = differingArtifacts(renderArtifacts(sources, compile(sources, compileOnce)));
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(", ")}. Run npm run contracts:build.`);
  process.exitCode = 1;
} else {
  const forge = findForge();
  for (const { args, env } of steps) {
    const options = {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: "inherit",
    } as const;
    const { status } = spawnSync(forge, args, options);
    process.exitCode = status ?? 1;
    if (status !== 0) break;
  }
}
