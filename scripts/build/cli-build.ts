import { join, relative } from "node:path";
import { buildCli } from "./cli/build-cli";
import { projectRoot } from "./contracts/sources";

const outfile = join(projectRoot, "cli", "dist", "stipend.js");
await buildCli(outfile);
console.log(
  `${relative(process.cwd(), outfile)} is built: npm publish, or npm pack, in cli/ takes it`,
);
