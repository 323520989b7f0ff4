import { askIdentity } from "@/components/identity/ask-identity";
import { forgetAccessToken } from "@/lib/client/access-token";
import type { signOut as declaration } from "@/lib/contract/identity-account";

const channelName = "stipend-auth";

/** Ends this browser's session; its other pages leave too. */
export async function signOut(): Promise<void> {
  const route = { method: "POST", path: "/api/identity/logout" } as const;
  await askIdentity<typeof declaration>(route, {});
  forgetAccessToken();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("signed_out");
  channel.close();
  window.location.assign("/login");
}

/** Leaves when another page of this browser has signed out. @returns ends the watch */
export function watchSignOut(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => window.location.assign("/login");
  return () => channel.close();
}
