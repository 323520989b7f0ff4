import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";

const usage = `npm run add:privy-modal

Puts Privy's own modal in place of our form on the pages of signing in, where people have their accounts at Privy
(IDENTITY_PROVIDER=privy): installs @privy-io/react-auth, and writes what the next npm run build takes. To undo it:
git checkout package.json package-lock.json components/account/privy, and npm ci.`;

const MODAL = { "@privy-io/react-auth": "3.45.0" };
/** What the modal pins otherwise: newer releases of WalletConnect ask for packages that it does without. */
const WALLET_CONNECT = "2.21.8";
const OVERRIDES = {
  "@privy-io/react-auth": { viem: "$viem" },
  "@walletconnect/ethereum-provider": WALLET_CONNECT,
  "@walletconnect/universal-provider": WALLET_CONNECT,
};
/** Packages with install scripts that nothing here needs: native parts that have a fallback in JavaScript. */
const NOT_RUN = ["@reown/appkit", "bufferutil", "keccak", "utf-8-validate"];
const FILES = ["privy-form.tsx", "privy-modal.tsx", "absent-peer.cjs"];

interface Manifest {
  dependencies: Record<string, string>;
  overrides: Record<string, unknown>;
  allowScripts: Record<string, boolean>;
}

function editManifest(): void {
  const path = join(projectRoot, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  Object.assign(manifest.dependencies, MODAL);
  Object.assign(manifest.overrides, OVERRIDES);
  for (const name of NOT_RUN) manifest.allowScripts[name] = false;
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

await runWithOptions(usage, {}, async () => {
  editManifest();
  // The scripts of our own packages ran at the first install.
  const { status } = spawnSync("npm", ["install", "--ignore-scripts"], {
    cwd: projectRoot,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("npm could not install the modal: see above");
  for (const name of FILES) {
    const source = join(projectRoot, "scripts/build/privy-modal", `${name}.txt`);
    copyFileSync(source, join(projectRoot, "components/account/privy", name));
  }
  console.log("Privy's modal is added: npm run build takes it.");
});
