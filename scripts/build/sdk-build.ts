import { join, relative } from "node:path";
import { projectRoot } from "./contracts/sources";
import { buildSdk } from "./sdk/build-sdk";

const into = join(projectRoot, "sdk", "dist");
await buildSdk(into);
console.log(
  `${relative(process.cwd(), into)} is built: npm publish, or npm pack, in sdk/ takes it`,
);
