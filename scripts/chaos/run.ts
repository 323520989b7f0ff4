import { projectRoot } from "@/scripts/contracts/sources";
import { readOptions } from "./options";
import { printTotal } from "./report";
import { runChaos } from "./run-chaos";

const options = readOptions(process.argv.slice(2));
const findings = await runChaos(options, { sources: projectRoot, statements: [] });
process.exitCode = printTotal(findings) ? 0 : 1;
