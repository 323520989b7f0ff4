import { takeTokensFrom } from "@/lib/client/access-token";
import { syncPerson } from "@/lib/client/call-as-person";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { StipendError } from "@/sdk/src/errors";
import { loadClient } from "./load-client";

/** What came of looking for a session at Privy; `no_address`: it has none that proves an address. */
export type Outcome = "signed_in" | "no_address" | "none";

/** Takes tokens from the session that was just begun at Privy. */
export async function enterAt(app: PrivyApp): Promise<Outcome> {
  const [{ requireToken }, { hasAddress }] = await Promise.all([
    loadClient(),
    import("./privy-ways"),
  ]);
  takeTokensFrom(() => requireToken(app));
  return (await hasAddress(app)) ? "signed_in" : "no_address";
}

/**
 * Continues with an existing Privy session if our server accepts it. Ends a session that our server refuses: otherwise
 * the two would redirect the user back and forth.
 */
export async function resume(app: PrivyApp): Promise<Outcome> {
  const { requireToken, resumeSession, signOutOfPrivy } = await loadClient();
  if (!(await resumeSession(app))) return "none";
  takeTokensFrom(() => requireToken(app));
  try {
    await syncPerson();
    return "signed_in";
  } catch (error) {
    if (error instanceof StipendError && error.code === "authentication_error") {
      await signOutOfPrivy(app);
    }
    return "none";
  }
}
