import packageJson from "@/package.json";

/** Tells that the process answers. Touches no dependency. */
export async function liveness() {
  const uptimeSeconds = Math.floor(process.uptime());
  const output = { status: "ok", version: packageJson.version, uptimeSeconds } as const;
  return { working: true, output };
}
