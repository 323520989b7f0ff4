// Plain JavaScript, so that it runs before anything is installed.
import { readFileSync, writeFileSync } from "node:fs";

/** npm names processors as Node does, these packages as Go does. */
const PROCESSORS = { amd64: "x64", arm64: "arm64" };
const PLATFORM_PACKAGE = /^@foundry-rs\/[a-z]+-(darwin|linux|win32)-(amd64|arm64)$/;
const DECLARED = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

const folder = new URL(process.argv.includes("tools") ? "../../tools/" : "../../", import.meta.url);
const lockPath = new URL("package-lock.json", folder);
const lock = JSON.parse(readFileSync(lockPath, "utf8"));
const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));

if (process.argv.includes("--check")) check();
else fix();

/** npm drops from the lock what it could not fetch for other systems, and then `npm ci` refuses the lock. */
function fix() {
  const added = missingOptional().filter(({ name }) => PLATFORM_PACKAGE.test(name));
  for (const { name, version, isDev } of added) {
    lock.packages[`node_modules/${name}`] = platformEntry(name, version, isDev);
  }
  const paths = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]));
  for (const entry of Object.values(lock.packages)) delete entry.resolved;
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${added.length} platform packages added`);
}

function check() {
  const faults = [
    ...missingOptional().map(
      ({ name, version }) => `${name}@${version} is missing (run npm run lock:fix)`,
    ),
    ...Object.entries(lock.packages)
      .filter(([, entry]) => entry.resolved)
      .map(([path]) => `${path} names the host it came from (run npm run lock:fix)`),
    ...disagreements(),
  ];
  for (const fault of faults) console.error(`package-lock.json: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log("package-lock.json is complete and agrees with package.json");
}

/** The optional packages that some package asks for and the lock does not hold. */
function missingOptional() {
  const missing = new Map();
  for (const entry of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isLocked = Object.keys(lock.packages).some((path) =>
        path.endsWith(`node_modules/${name}`),
      );
      if (!isLocked) missing.set(name, { name, version, isDev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

function platformEntry(name, version, isDev) {
  const [, system, processor] = PLATFORM_PACKAGE.exec(name);
  return {
    version,
    cpu: [PROCESSORS[processor]],
    ...(isDev ? { dev: true } : {}),
    optional: true,
    os: [system],
  };
}

function disagreements() {
  const locked = lock.packages[""];
  const faults = DECLARED.flatMap((kind) => {
    const [wanted, found] = [manifest[kind] ?? {}, locked[kind] ?? {}];
    const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    return [...names]
      .filter((name) => wanted[name] !== found[name])
      .map((name) => `${kind} has ${name} ${found[name]}, package.json ${wanted[name]}`);
  });
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  })) {
    const installed = lock.packages[`node_modules/${name}`]?.version;
    if (installed !== version)
      faults.push(`${name} is locked at ${installed}, package.json pins ${version}`);
  }
  if (manifest.version !== locked.version) faults.push("the project's version differs");
  return faults;
}
