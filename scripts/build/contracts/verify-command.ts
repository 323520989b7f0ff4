import { z } from "zod";
import { checkOptions, runWithOptions } from "@/scripts/run/run-with-options";
import { writeVerification } from "./write-verification";

const usage = `npm run contracts:verify -- --rpc URL --file PATH [--out FOLDER]

Builds the contracts of a deployment from the committed compiler inputs, compares them with what is on
chain, and writes what Sourcify and block explorers take, and descriptors for wallets (ERC-7730), into
deployments/<name>-sources or the folder that is named. Nothing is sent anywhere.`;

const text = { type: "string" } as const;
const schema = z.object({
  rpc: z.url({ protocol: /^https?$/ }),
  file: z.string().min(1),
  out: z.string().min(1).optional(),
});

await runWithOptions(usage, { rpc: text, file: text, out: text }, (values) =>
  writeVerification(checkOptions(schema, values), console.log),
);
