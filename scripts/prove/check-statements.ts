import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { startTemplate } from "@/testing/start-template";
import { createRunFolder, removeRunFolder } from "@/testing/test-run";
import { checkStatements } from "./statements/check-statements";
import { exceptions } from "./statements/exceptions";
import { findStatements } from "./statements/find-statements";
import { readRecords } from "./statements/records";

const usage = `npm run check:statements [-- --partial]

Compares every SQL statement of the product with the row type that TypeScript is told, by what the
tests sent to the database when they were last run. --partial: only what was sent, after some of them.`;

/** Whose statements are checked; those of tests and of the tooling are not. */
const PRODUCT = /^(?:app|db|inngest|lib|scripts\/operator)\/(?!.*\.test\.tsx?$)/;

await runWithOptions(usage, { partial: { type: "boolean" } }, async ({ partial = false }) => {
  const startedAt = performance.now();
  const statements = findStatements(projectRoot, (file) => PRODUCT.test(file));
  const records = readRecords(projectRoot);
  const folder = createRunFolder();
  try {
    const { url, stop } = await startTemplate(folder);
    const asked = { url, statements, records, exceptions, isPartial: partial };
    const { findings, described } = await checkStatements(asked).finally(stop);
    for (const finding of findings) console.error(finding);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${statements.length} statements and fragments, ${described} texts sent by ` +
        `${records.testFiles.size} test files, ${findings.length} findings in ${seconds} s`,
    );
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await removeRunFolder(folder);
  }
});
