#!/usr/bin/env node
// Lets forge use the npm compiler: answers the two calls forge makes to a native solc.
import { readFileSync } from "node:fs";
import solc from "solc";

if (process.argv.includes("--version")) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
  );
} else if (process.argv.includes("--standard-json")) {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
} else {
  process.stderr.write("Only --version and --standard-json are supported.\n");
  process.exit(1);
}
