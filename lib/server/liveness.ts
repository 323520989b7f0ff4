import { productVersion } from "@/lib/core/product-version";

/** Tells that the process answers. Touches no dependency. */
export async function liveness() {
  const uptimeSeconds = Math.floor(process.uptime());
  const output = { status: "ok", version: productVersion, uptimeSeconds } as const;
  return { working: true, output };
}
