"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useActing } from "@/components/dashboard/shell/acting-context";
import type { Acting } from "@/lib/client/call-as-person";
import { followEvents } from "@/lib/client/live/follow-events";
import type { LiveEvent, LiveState } from "@/lib/client/live/live-event";
import { createStore } from "@/lib/client/store";
import { isChangedBy } from "./is-changed-by";
import { queryClient } from "./query-client";
import { scopeKey } from "./query-keys";
import { readAnew } from "./read-anew";

/** Events that come together are read together. */
const GATHER_MS = 400;
const POLL_MS = 15_000;
/** From one page to the next the stream stays. */
const LINGER_MS = 5_000;

/** How the pages of this tab learn of what happens. */
const liveState = createStore<LiveState, LiveState>((_, next) => next, "polling");

interface FollowedStream {
  readonly name: string;
  users: number;
  stop(): void;
}

let followed: FollowedStream | null = null;

/** Reads anew what events have changed, for as long as a page of the business and mode is open. @returns ends it */
function keepLive(client: QueryClient, acting: Acting): () => void {
  const name = scopeKey(acting).join(" ");
  if (followed?.name !== name) {
    followed?.stop();
    followed = { name, users: 0, stop: follow(client, acting) };
  }
  const mine = followed;
  mine.users += 1;
  return () => {
    mine.users -= 1;
    setTimeout(() => {
      if (mine.users > 0 || followed !== mine) return;
      mine.stop();
      followed = null;
    }, LINGER_MS);
  };
}

function follow(client: QueryClient, acting: Acting): () => void {
  const queryKey = scopeKey(acting);
  const refreshAll = () => readAnew(client, { queryKey });
  let gathered: LiveEvent[] = [];
  const refreshGathered = () => {
    const events = gathered;
    gathered = [];
    readAnew(client, {
      queryKey,
      predicate: ({ meta }) => events.some((event) => isChangedBy(meta?.shown, event)),
    });
  };
  const poll = setInterval(() => {
    const isSeen = document.visibilityState === "visible";
    if (isSeen && liveState.get() === "polling") refreshAll();
  }, POLL_MS);
  const stop = followEvents(acting, {
    onEvent(event) {
      if (gathered.length === 0) setTimeout(refreshGathered, GATHER_MS);
      gathered.push(event);
    },
    onState: liveState.dispatch,
    onGap: refreshAll,
  });
  return () => {
    clearInterval(poll);
    stop();
    liveState.dispatch("polling");
  };
}

/** Keeps what the pages below have read, and reads anew what changes. */
export function DataProvider({ children }: { children: ReactNode }) {
  const client = queryClient();
  const { merchantId, mode } = useActing();
  useEffect(() => {
    if (merchantId !== null) return keepLive(client, { merchantId, mode });
  }, [client, merchantId, mode]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
