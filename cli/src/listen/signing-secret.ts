import { randomBytes } from "node:crypto";
import { UsageError } from "@/scripts/run-with-options";

const PREFIX = "whsec_";

export const newSecret = (): string => PREFIX + randomBytes(24).toString("base64");

/** @throws UsageError what is no signing secret */
export function checkSecret(secret: string): string {
  const isSecret = secret.startsWith(PREFIX) && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(secret.slice(6));
  if (isSecret) return secret;
  throw new UsageError("--secret is whsec_ and at least 12 bytes in base64");
}
