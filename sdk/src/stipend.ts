import { resources } from "./operations.generated";
import { refuseExposedKey } from "./secret-key";
import { type CallOptions, sendRequest, type Transport } from "./send-request";
import { type StreamOptions, streamEvents } from "./stream-events";
import type { Operations } from "./types.generated";

/** How a client reaches Stipend. */
export interface StipendOptions {
  /** Where Stipend runs, e.g. `https://pay.example.com`. */
  readonly baseUrl: string;
  /** An API key; without one only public endpoints answer. */
  readonly key?: string;
  /** The `Stipend-Version` to speak; the key's own by default. */
  readonly version?: string;
  /** For one attempt; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often a call is repeated where that is safe; 2 by default. */
  readonly maxRetries?: number;
  /** Another `fetch`. */
  readonly fetch?: typeof fetch;
}

type Name = keyof Operations;
type Answer<N extends Name> = Operations[N]["output"];

/** Calls one endpoint. */
export type Method<N extends Name> =
  Record<never, never> extends Operations[N]["input"]
    ? (input?: Operations[N]["input"], options?: CallOptions) => Promise<Answer<N>>
    : (input: Operations[N]["input"], options?: CallOptions) => Promise<Answer<N>>;

interface Page<Row = unknown> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

type Item<N extends Name> = Answer<N> extends Page<infer Row> ? Row : never;

/** Every row of a list, page after page. */
export type Each<N extends Name> = (
  input?: Operations[N]["input"],
  options?: CallOptions,
) => AsyncGenerator<Item<N>, void, undefined>;

/** A list whose answer has no cursor has no pages to walk. */
type Walk<N extends Name> = Answer<N> extends Page ? { readonly each: Each<N> } : unknown;

type Resources = typeof resources;
type NameOf<Entry> = Entry extends { readonly name: infer N extends Name } ? N : never;
type Methods<Group> = {
  readonly [Key in keyof Group]: Method<NameOf<Group[Key]>>;
} & (Group extends { readonly list: infer List } ? Walk<NameOf<List>> : unknown);

/** A client of Stipend's API: `stipend.paymentSessions.create({ amount: "2500000", currency: "USDC" })`. */
export type Stipend = { readonly [Group in keyof Resources]: Methods<Resources[Group]> } & {
  readonly events: { stream(options?: StreamOptions): ReturnType<typeof streamEvents> };
};

/**
 * Makes a client.
 * @throws TypeError for a secret key in a browser, and for a key over plain HTTP to another machine
 */
export function createStipend(options: StipendOptions): Stipend {
  const { key, version, timeoutMs = 30_000, maxRetries = 2, fetch = globalThis.fetch } = options;
  const baseUrl = new URL(options.baseUrl);
  refuseExposedKey(key, baseUrl);
  const transport: Transport = {
    baseUrl,
    key,
    version,
    timeoutMs,
    maxRetries,
    // A browser's own is a method of the page.
    fetch: (...args) => fetch(...args),
  };
  const groups = Object.entries(resources).map(([name, group]) => [
    name,
    methods(transport, group),
  ]);
  const made = Object.fromEntries(groups);
  const stream = (options?: StreamOptions) => streamEvents(transport, options);
  return { ...made, events: { ...made.events, stream } };
}

type Call = (input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;
type Group = Resources[keyof Resources];

function methods(transport: Transport, group: Group): Record<string, unknown> {
  const calls = Object.entries(group).map(([name, operation]): [string, Call] => [
    name,
    (input, options) => sendRequest(transport, operation, input, options),
  ]);
  const made = Object.fromEntries(calls);
  return made.list ? { ...made, each: eachOf(made.list) } : made;
}

function eachOf(list: Call) {
  return async function* each(input: Record<string, unknown> = {}, options?: CallOptions) {
    let page = (await list(input, options)) as Page;
    yield* page.data;
    while (typeof page.nextCursor === "string") {
      page = (await list({ ...input, cursor: page.nextCursor }, options)) as Page;
      yield* page.data;
    }
  };
}
