import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Path of the native forge that npm installed for this platform; the npm command is only a wrapper around it.
 * @throws Error when npm has none for this platform
 */
export function findForge(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/forge-${process.platform}-${architecture}`;
  try {
    const outer = createRequire(import.meta.url).resolve("@foundry-rs/forge/package.json");
    const inner = createRequire(outer).resolve(`${name}/package.json`);
    return join(dirname(inner), "bin", process.platform === "win32" ? "forge.exe" : "forge");
  } catch {
    throw new Error(`npm has no forge for this system (${name})`);
  }
}
