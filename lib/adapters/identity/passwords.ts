import { hash, verify } from "@node-rs/argon2";

/** As OWASP has it for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Compared with when there is no password, so that the check takes as long as a real one. */
let nobody: Promise<string> | null = null;

/** @returns argon2id in the PHC format, which says itself how it was made */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Whether a password is the one of a hash. Without a hash it takes as long, so that the time does not tell whether
 * there is an account.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hash("no password at all", cost);
  const matches = await verify(stored ?? (await nobody), password.normalize("NFKC"));
  return matches && stored !== null;
}
