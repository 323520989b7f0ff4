import { privyKeys } from "@/lib/adapters/env/identity-settings";
import { embeddedProvider } from "@/lib/adapters/identity/embedded-provider";
import type { IdentityProfile, IdentityProvider } from "@/lib/adapters/identity/identity-provider";
import { readP256Key } from "@/lib/adapters/identity/p256-key";
import { type PrivyProvider, privyProvider } from "@/lib/adapters/identity/privy-provider";
import { testIssuerVerifier } from "@/lib/adapters/identity/test-issuer";
import { embeddedIssuer, embeddedStore } from "@/lib/domain/identity/embedded-store";
import { privyStore } from "@/lib/domain/identity/privy-store";
import type { Runtime } from "@/lib/server/runtime";

type Sources = Pick<Runtime, "db" | "config" | "chains">;

const embedded = new WeakMap<Runtime["db"], IdentityProvider>();
const privies = new WeakMap<Runtime["config"], PrivyProvider>();
const ofTestIssuer = new WeakMap<Runtime["config"], IdentityProvider>();

/** Our own provider; it keeps the public keys that it has read. */
function embeddedOf({ db, config }: Sources): IdentityProvider {
  const known = embedded.get(db);
  const provider = known ?? embeddedProvider(embeddedIssuer(config), embeddedStore(db));
  embedded.set(db, provider);
  return provider;
}

/** Privy, where the settings choose it; it keeps what it was told within the last minute. */
export function privyOf({ db, config }: Pick<Sources, "db" | "config">): PrivyProvider | null {
  const keys = privyKeys(config);
  if (!keys) return null;
  const { appId, appSecret, verificationKey } = keys;
  const publicKey = readP256Key(verificationKey);
  const { PRIVY_API_URL: apiUrl, PRIVY_WEBHOOK_SECRET: webhookSecret } = config;
  const settings = { appId, appSecret, publicKey, apiUrl, webhookSecret };
  const provider = privies.get(config) ?? privyProvider(settings, privyStore(db));
  privies.set(config, provider);
  return provider;
}

/**
 * The identity providers whose tokens are accepted: our own, or Privy in its place. The test issuer is added only while
 * every chain that is settled on is the local one, regardless of the settings.
 */
export async function identityProviders(current: Sources): Promise<readonly IdentityProvider[]> {
  const own = privyOf(current) ?? embeddedOf(current);
  const { config, chains } = current;
  const { IDENTITY_TEST_ISSUER_KEY: publicKey } = config;
  if (publicKey === undefined) return [own];
  const { all } = await chains();
  if (!all.every(({ local }) => local)) return [own];
  const known = ofTestIssuer.get(config);
  const test = known ?? testIssuerVerifier(readP256Key(publicKey));
  ofTestIssuer.set(config, test);
  return [own, test];
}

/** A user, as their provider names them. */
export interface NamedUser {
  readonly provider: string;
  readonly subject: string;
}

/** The current profile of a user at their provider; null when it has no such user or is not accepted here. */
export async function findIdentity(
  current: Sources,
  { provider, subject }: NamedUser,
): Promise<IdentityProfile | null> {
  const one = (await identityProviders(current)).find(({ name }) => name === provider);
  return (await one?.getIdentity(subject)) ?? null;
}
