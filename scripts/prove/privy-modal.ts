import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";

const usage = `npm run test:privy-modal [-- --keep]

Adds Privy's modal to a copy of this project, builds it there, and signs in through it at the stub of Privy, in a
browser. It takes 2 GB below the temporary folder and some ten minutes. --keep: leaves the copy there.`;

/** What a copy makes anew. */
const LEFT_OUT = /^(?:\.git|\.next|\.stipend|dist|test-results)(?:\/|$)/;

/** Copies the project with its packages. @returns the folder */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "stipend-privy-modal-"));
  cpSync(projectRoot, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.test(source.slice(projectRoot.length + 1)),
  });
  return folder;
}

function run(cwd: string, script: string, more: readonly string[] = []): void {
  console.log(`\n${script}`);
  const env = { ...process.env, PRIVY_MODAL: "1" };
  const { status } = spawnSync("npm", ["run", "--silent", script, "--", ...more], {
    ...{ cwd, env, stdio: "inherit" },
  });
  if (status !== 0) throw new Error(`${script} failed with Privy's modal`);
}

await runWithOptions(usage, { keep: { type: "boolean" } } as const, async ({ keep }) => {
  const folder = copyProject();
  try {
    run(folder, "add:privy-modal");
    run(folder, "build:once");
    run(folder, "test:e2e", ["--project=privy", "modal-of-privy.spec.ts"]);
  } finally {
    if (keep) console.log(`The copy is in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
});
