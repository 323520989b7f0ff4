import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildServerBundle, buildThread } from "./build-server-bundle";
import { projectRoot } from "./contracts/sources";

const paths = await buildServerBundle(join(projectRoot, "dist/app.js"));
await buildThread("lib/adapters/pdf/pdf-worker.ts", join(projectRoot, "dist/pdf-worker.js"));
// Behind a check of Node's version: what is too old cannot even load the app.
writeFileSync(
  join(projectRoot, "dist/server.js"),
  'import "../scripts/run/check-node.cjs";\n\nimport("./app.js");\n',
);
console.log(`dist/server.js answers ${paths} API paths`);
