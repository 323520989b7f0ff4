import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSdk } from "./sdk/write-sdk";

for (const [file, text] of Object.entries(writeSdk())) {
  writeFileSync(join(import.meta.dirname, "../..", "sdk", "src", file), text);
}
