import { forgetAccessToken } from "@/lib/client/access-token";
import { syncPerson } from "@/lib/client/call-as-person";

/**
 * Registers the user with the API after sign-in, then opens a page that the server renders for them. An admin user who
 * opens the console need not be a merchant.
 */
export async function finishSignIn(returnTo: string): Promise<void> {
  forgetAccessToken();
  // What the dashboard needs it makes up for itself.
  if (!/^\/admin(?:\/|\?|$)/.test(returnTo)) await syncPerson().catch(() => null);
  window.location.assign(returnTo);
}
