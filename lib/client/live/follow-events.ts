import { accessToken, forgetAccessToken } from "@/lib/client/access-token";
import { type Acting, personTransport } from "@/lib/client/call-as-person";
import type { fetchOwn } from "@/lib/client/fetch-own";
import { type StreamState, streamEvents } from "@/sdk/src/stream-events";
import type { LiveEvent, LiveState } from "./live-event";

/** After a stream that could not be had: too many of them, or signed out. */
const RETRY_MS = 30_000;

/** Who is told of what happens. */
export interface LiveListener {
  onEvent(event: LiveEvent): void;
  onState(state: LiveState): void;
  /** Something may have been missed: everything is to be read anew. */
  onGap(): void;
}

/** What pages of a browser tell each other. */
type Message =
  | { readonly kind: "event"; readonly event: LiveEvent; readonly position: number | null }
  | { readonly kind: "state"; readonly state: LiveState; readonly position: number | null }
  | { readonly kind: "gap" }
  | { readonly kind: "ask" };

/**
 * Tells of what happens to a merchant's objects in one mode. Of all pages of a browser that are in sight, one holds the
 * stream (Web Locks) and tells the others (BroadcastChannel); when it is hidden or closed, another one goes on behind
 * the last position that it knows. Names of locks and channels carry merchant and mode, so that nothing of another
 * reaches a page; only types and ids are passed on.
 * @returns ends it
 */
export function followEvents(acting: Acting, listener: LiveListener): () => void {
  const name = nameOf(acting);
  if (!("locks" in navigator)) {
    listener.onState("polling");
    return () => {};
  }
  const ending = new AbortController();
  const channel = new BroadcastChannel(name);
  const holder: Holder = { acting, name, channel, listener, position: null, held: null };
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(holder, data);
  const say: Message = { kind: "ask" };
  channel.postMessage(say);
  following.set(name, holder);
  void holdWhileInSight(holder, ending.signal);
  return () => {
    ending.abort();
    if (following.get(name) === holder) following.delete(name);
    channel.close();
  };
}

/**
 * Tells the browser's other pages of the merchant and mode what this page has changed, where no event of the API does.
 * The page itself knows.
 */
export function tellOtherPages(acting: Acting, event: LiveEvent): void {
  const holder = following.get(nameOf(acting));
  if (holder) tell(holder, { kind: "event", event, position: null });
}

const nameOf = ({ merchantId, mode }: Acting) => `stipend-live:${merchantId}:${mode}`;

/** What this page follows, by name. */
const following = new Map<string, Holder>();

interface Holder {
  readonly acting: Acting;
  readonly name: string;
  readonly channel: BroadcastChannel;
  readonly listener: LiveListener;
  /** The last one of the stream that this page heard of. */
  position: number | null;
  /** How this page's own stream is; null while another page holds it. */
  held: LiveState | null;
}

function hear(holder: Holder, message: Message): void {
  const { listener } = holder;
  if (message.kind === "gap") {
    listener.onGap();
    return;
  }
  if (message.kind === "ask") {
    if (holder.held) tell(holder, { kind: "state", state: holder.held, position: holder.position });
    return;
  }
  holder.position = message.position ?? holder.position;
  if (message.kind === "state") listener.onState(message.state);
  else listener.onEvent(message.event);
}

const tell = ({ channel }: Holder, message: Message) => channel.postMessage(message);

async function holdWhileInSight(holder: Holder, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await untilVisible(true, ended);
    if (ended.aborted) return;
    const hidden = new AbortController();
    void untilVisible(false, ended).then(() => hidden.abort());
    const signal = AbortSignal.any([ended, hidden.signal]);
    await navigator.locks
      .request(holder.name, { signal }, () => stream(holder, signal))
      // Hidden before its turn came.
      .catch(() => {});
  }
}

/** Reads the stream until the page is hidden; a stream that is refused is asked for again later. */
async function stream(holder: Holder, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readStream(holder, signal);
    } catch {
      if (signal.aborted) break;
      // Its events may have been removed, or the token is not taken any more.
      holder.position = null;
      forgetAccessToken();
      setState(holder, "polling");
      await wait(RETRY_MS, signal);
    }
  }
  holder.held = null;
}

async function readStream(holder: Holder, signal: AbortSignal): Promise<void> {
  const begins = holder.position;
  const options = {
    ...(begins === null ? {} : { after: begins }),
    signal,
    onState: (told: StreamState) => {
      if (signal.aborted) return;
      if (told.state === "closed") return setState(holder, "polling");
      // What happened between the page's reading and the stream's beginning is not in it.
      if (holder.position === null) missed(holder);
      holder.position ??= told.position;
      setState(holder, "live");
    },
  };
  for await (const event of streamEvents(freshTransport(holder.acting), options)) {
    if (signal.aborted) return;
    const { type, resource, position } = event;
    holder.position = position ?? holder.position;
    holder.listener.onEvent({ type, resource });
    tell(holder, { kind: "event", event: { type, resource }, position });
  }
}

function setState(holder: Holder, state: LiveState): void {
  holder.held = state;
  holder.listener.onState(state);
  tell(holder, { kind: "state", state, position: holder.position });
}

function missed(holder: Holder): void {
  holder.listener.onGap();
  tell(holder, { kind: "gap" });
}

/** Each connection is made with the access token that is good by then. */
function freshTransport(acting: Acting) {
  const transport = personTransport(acting, "");
  return {
    ...transport,
    fetch: async (address: Parameters<typeof fetchOwn>[0], init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${await accessToken()}`);
      return transport.fetch(address, { ...init, headers });
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Resolves when the page is in sight, or no more, or when it is over. */
function untilVisible(isVisible: boolean, ended: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      const isNow = document.visibilityState === "visible";
      if (isNow !== isVisible && !ended.aborted) return;
      document.removeEventListener("visibilitychange", look);
      ended.removeEventListener("abort", look);
      done();
    };
    document.addEventListener("visibilitychange", look);
    ended.addEventListener("abort", look);
    look();
  });
}
