import type { Env } from "@/lib/adapters/env/env";
import { readTestIssuerKey, testIssuerVerifier } from "@/lib/adapters/identity/test-issuer";
import type { TokenVerifier } from "@/lib/adapters/identity/token-verifier";
import type { Runtime } from "./runtime";

const ofTestIssuer = new WeakMap<Env, TokenVerifier>();

/**
 * The identity providers whose tokens are taken here. The test issuer is one only while every chain that is
 * settled on is the local one, whatever the settings say.
 */
export async function tokenVerifiers({
  config,
  chains,
}: Pick<Runtime, "config" | "chains">): Promise<readonly TokenVerifier[]> {
  const { IDENTITY_TEST_ISSUER_KEY: publicKey } = config;
  if (publicKey === undefined) return [];
  const { all } = await chains();
  if (!all.every(({ local }) => local)) return [];
  const known = ofTestIssuer.get(config);
  const verifier = known ?? testIssuerVerifier(readTestIssuerKey(publicKey));
  ofTestIssuer.set(config, verifier);
  return [verifier];
}
