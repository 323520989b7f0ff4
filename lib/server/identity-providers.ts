import { embeddedProvider } from "@/lib/adapters/identity/embedded-provider";
import type { IdentityProvider } from "@/lib/adapters/identity/identity-provider";
import { readTestIssuerKey, testIssuerVerifier } from "@/lib/adapters/identity/test-issuer";
import { embeddedIssuer, embeddedStore } from "@/lib/domain/identity/embedded-store";
import type { Runtime } from "./runtime";

type Sources = Pick<Runtime, "db" | "config" | "chains">;

const embedded = new WeakMap<Runtime["db"], IdentityProvider>();
const ofTestIssuer = new WeakMap<Runtime["config"], IdentityProvider>();

/** Our own provider; it keeps the public keys that it has read. */
function embeddedOf({ db, config }: Sources): IdentityProvider {
  const known = embedded.get(db);
  const provider = known ?? embeddedProvider(embeddedIssuer(config), embeddedStore(db));
  embedded.set(db, provider);
  return provider;
}

/**
 * The identity providers whose tokens are taken here: our own, and the test issuer only while every chain that is
 * settled on is the local one, whatever the settings say.
 */
export async function identityProviders(current: Sources): Promise<readonly IdentityProvider[]> {
  const own = embeddedOf(current);
  const { config, chains } = current;
  const { IDENTITY_TEST_ISSUER_KEY: publicKey } = config;
  if (publicKey === undefined) return [own];
  const { all } = await chains();
  if (!all.every(({ local }) => local)) return [own];
  const known = ofTestIssuer.get(config);
  const test = known ?? testIssuerVerifier(readTestIssuerKey(publicKey));
  ofTestIssuer.set(config, test);
  return [own, test];
}
