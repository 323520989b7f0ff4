import { askIdentity } from "@/components/account/ask-identity";
import { forgetAccessToken } from "@/lib/client/access-token";
import type { signOut as declaration } from "@/lib/contract/identity/identity-account";
import type { PrivyApp } from "@/lib/core/identity/privy-app";

const channelName = "stipend-auth";
/** A page hears its own channel's message as well: it is on its way elsewhere by then. */
let isLeaving = false;

/**
 * Ends this browser's session, here or where its accounts are; its other pages leave too.
 * @param next the page to open then
 */
export async function signOut(elsewhere: PrivyApp | null, next = "/login"): Promise<void> {
  if (elsewhere) {
    const { signOutOfPrivy } = await import("@/components/account/privy/privy-client");
    await signOutOfPrivy(elsewhere);
  } else {
    const route = { method: "POST", path: "/api/identity/logout" } as const;
    await askIdentity<typeof declaration>(route, {});
    forgetAccessToken();
  }
  isLeaving = true;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("signed_out");
  channel.close();
  window.location.assign(next);
}

/** Leaves when another page of this browser has signed out. @returns ends the watch */
export function watchSignOut(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => {
    if (!isLeaving) window.location.assign("/login");
  };
  return () => channel.close();
}
