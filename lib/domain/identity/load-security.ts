import type { OutputOf } from "@/lib/contract/endpoint";
import type {
  getAccount as accountOf,
  listSessions as sessionsOf,
} from "@/lib/contract/identity/identity-account";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import type { Browser } from "./browser";
import { type OfferedProvider, offeredProviders } from "./identities/offered-providers";
import { getAccount, listSessions } from "./own-account";
import { arePasskeysPossible } from "./passkeys/passkey-challenge";

/** How an account is protected, and where it is signed in. */
export interface Security {
  readonly account: OutputOf<typeof accountOf>;
  readonly sessions: OutputOf<typeof sessionsOf>["data"];
  /** Browsers know passkeys at this installation's address. */
  readonly arePasskeysPossible: boolean;
  readonly providers: readonly OfferedProvider[];
}

/**
 * What the page of an account's security shows.
 * @throws Refusal `authentication_error` with `signed_out`
 */
export async function loadSecurity(ctx: Context<PublicActor>, browser: Browser): Promise<Security> {
  const { answer: account } = await getAccount(ctx, {}, browser);
  const { answer: sessions } = await listSessions(ctx, {}, browser);
  return {
    ...{ account, sessions: sessions.data, arePasskeysPossible: arePasskeysPossible(ctx) },
    providers: offeredProviders(ctx),
  };
}
