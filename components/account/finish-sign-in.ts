import { forgetAccessToken } from "@/lib/client/access-token";
import { syncPerson } from "@/lib/client/call-as-person";

/** Makes whoever has just signed in known to the API, and goes on to a page that the server makes for them. */
export async function finishSignIn(returnTo: string): Promise<void> {
  forgetAccessToken();
  // What the dashboard needs it makes up for itself.
  await syncPerson().catch(() => null);
  window.location.assign(returnTo);
}
