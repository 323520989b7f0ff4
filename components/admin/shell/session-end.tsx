"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/dialog";
import { sessionEnd } from "@/lib/client/session-end";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { attention, watchAttention } from "./attention";
import { SignInAgain } from "./sign-in-again";

/** Says that the admin session is over, over the page that is open, and leads to sign-in and back. */
export function SessionEnd({ elsewhere }: { elsewhere: PrivyApp | null }) {
  useEffect(watchAttention, []);
  const [isClosed, setClosed] = useState(false);
  const session = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get, () => "good");
  const seen = useSyncExternalStore(attention.subscribe, attention.get, () => "here");
  if (isClosed || (session === "good" && seen !== "gone")) return null;
  return (
    <Dialog title="Your admin session has ended" open onClose={() => setClosed(true)}>
      <div className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          Admin sessions end after 30 minutes without activity, and 12 hours after sign-in. Sign in
          again to return to this page. Text you haven’t sent isn’t kept: close this to copy it.
        </p>
        <SignInAgain elsewhere={elsewhere}>Sign in again</SignInAgain>
      </div>
    </Dialog>
  );
}
