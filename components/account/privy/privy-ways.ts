import { promptForPasskey } from "@/components/account/passkeys";
import { keep, kept } from "@/lib/client/browser-storage";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { returnPath } from "@/lib/core/text/return-path";
import { ask, clientOf } from "./privy-client";

/** The providers at which people sign in through Privy. */
const providers = [
  { id: "google", name: "Google", setting: "google_oauth" },
  { id: "apple", name: "Apple", setting: "apple_oauth" },
  { id: "github", name: "GitHub", setting: "github_oauth" },
] as const;

export type PrivyProviderId = (typeof providers)[number]["id"];

/** The ways in that the app at Privy has turned on, besides a code by email. */
export interface PrivyWays {
  readonly providers: readonly { readonly id: PrivyProviderId; readonly name: string }[];
  readonly hasPasskeys: boolean;
}

/** Reads the app's settings. Without an answer a code by email is left. */
export async function readWays(app: PrivyApp): Promise<PrivyWays> {
  const client = clientOf(app);
  await client.initialize().catch(() => null);
  const config = client.app.getConfig();
  return {
    providers: providers.filter(({ setting }) => config?.[setting] === true),
    hasPasskeys: config?.passkey_auth === true,
  };
}

/** Where to go after the way back from a provider. */
const RETURN_KEY = "stipend-privy-return";

/** Leaves for a provider. The browser comes back to `/login`, which reads what the address says. */
export async function leaveForProvider(
  app: PrivyApp,
  id: PrivyProviderId,
  returnTo: string,
): Promise<void> {
  const back = `${window.location.origin}/login`;
  const { url } = await ask(
    () => clientOf(app).auth.oauth.generateURL(id, back),
    "identity_unavailable",
  );
  keep(RETURN_KEY, returnTo);
  window.location.assign(url);
}

/** What a provider's way back says in the address. */
export interface PrivyReturn {
  readonly code: string;
  readonly state: string;
  /** A page of ours. */
  readonly returnTo: string;
}

/** Takes the way back from a provider out of the address; null where the browser comes from elsewhere. */
export function takeReturn(): PrivyReturn | null {
  const { pathname, search } = window.location;
  const asked = new URLSearchParams(search);
  const names = [...asked.keys()].filter((name) => name.startsWith("privy_oauth_"));
  if (names.length === 0) return null;
  const [code, state] = [asked.get("privy_oauth_code"), asked.get("privy_oauth_state")];
  for (const name of names) asked.delete(name);
  const rest = asked.size > 0 ? `?${asked}` : "";
  window.history.replaceState(window.history.state, "", `${pathname}${rest}`);
  const returnTo = returnPath(kept(RETURN_KEY));
  keep(RETURN_KEY, null);
  return { code: code ?? "", state: state ?? "", returnTo };
}

/** Signs in by what the provider gave. The library compares the state with the one that this browser left with. */
export async function signInByReturn(app: PrivyApp, given: PrivyReturn): Promise<void> {
  const { code, state } = given;
  await ask(() => clientOf(app).auth.oauth.loginWithCode(code, state), "identity_unavailable");
}

/** Signs in by a passkey that the account at Privy has. */
export async function signInByPasskey(app: PrivyApp): Promise<void> {
  const { passkey } = clientOf(app).auth;
  const { origin } = window.location;
  const { options } = await ask(
    () => passkey.generateAuthenticationOptions(origin),
    "identity_unavailable",
  );
  const { challenge, rp_id: rpId, timeout, user_verification: userVerification } = options;
  const allowCredentials = options.allow_credentials ?? [];
  const credential = await promptForPasskey(() => {
    const asked = { challenge, rpId, timeout, userVerification, allowCredentials };
    const defined = JSON.parse(JSON.stringify(asked)) as PublicKeyCredentialRequestOptionsJSON;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(defined);
    return navigator.credentials.get({ publicKey });
  });
  type Used = Parameters<typeof passkey.loginWithPasskey>[0];
  await ask(() => passkey.loginWithPasskey(credential as Used, challenge, origin), "passkey_wrong");
}

/** Whether the signed-in account at Privy has an address that Privy or a provider has verified. */
export async function hasAddress(app: PrivyApp): Promise<boolean> {
  const { user } = await ask(() => clientOf(app).user.get(), "signed_out");
  return user.linked_accounts.some((account) => {
    if (account.type === "email") return true;
    return (
      (account.type === "google_oauth" || account.type === "apple_oauth") && Boolean(account.email)
    );
  });
}
