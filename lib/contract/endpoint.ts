import type { z } from "zod";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { ErrorCode } from "@/lib/core/errors";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";

/**
 * Who may call an endpoint.
 * `merchant`: a secret key with the scope, a publishable key where `publishable` is set, or a person of the
 * merchant with a session, who has every scope.
 * `session`: a person of the merchant alone.
 * `relay`: a secret key with the scope, or the platform key.
 * `admin`: an admin user whose role is `role` or above it.
 * `none`: anyone.
 */
export type Auth = "merchant" | "session" | "relay" | "admin" | "none";

/** What a declaration must say for its `auth`. */
type AuthRules<A extends Auth> = A extends "merchant" | "relay"
  ? { readonly scope: Scope; readonly role?: never }
  : A extends "admin"
    ? { readonly role: AdminRole; readonly scope?: never }
    : { readonly role?: never; readonly scope?: never };

/** Requests from one client address (its /64 for IPv6), counted together for the endpoints of a group. */
export interface AddressLimit {
  readonly group: string;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * When a person must have authenticated within the last ten minutes; keys need no such thing. `true`: always.
 * Else for the inputs that `when` tells, which is asked once they are parsed; `says` completes "To … a person
 * must have …".
 */
export type StepUp<Input> =
  | true
  | { readonly says: string; when(input: Input, caller: { readonly mode?: Mode }): boolean };

/** A higher role than the endpoint's, for the inputs that `when` tells: asked before an answer is repeated. */
export interface HigherRole<Input> {
  readonly role: AdminRole;
  when(input: Input): boolean;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface EndpointParts<
  A extends Auth = Auth,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends `/${string}` = `/${string}`,
> {
  readonly method: M;
  /** With `{name}` for each path parameter. */
  readonly path: Path;
  /** Groups the reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: A;
  readonly scope?: Scope;
  /** Publishable keys may call it too. */
  readonly publishable?: boolean;
  /** People of a closed merchant may call it, though it changes something. */
  readonly whenClosed?: true;
  /** The least role of an admin user. */
  readonly role?: AdminRole;
  /** Caches may keep its answer for so long, and ask whether it has changed (RFC 9110, section 13.1.2). */
  readonly cachedSeconds?: number;
  /** In place of the caller's own limit, or of the one for public endpoints. */
  readonly limit?: AddressLimit;
  /** The kind of contract without which it can do nothing: 403 with `not_deployed` where the mode has none. */
  readonly needs?: ContractKind;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Another system calls it, which signs the bytes of the body: the verb gets the body as text, and these headers.
   * `body` says only what is sent.
   */
  readonly signedBy?: readonly string[];
  /** The body is a file: the verb gets its bytes as `upload`. What it is, its bytes say, and no header. */
  readonly upload?: { readonly maxBytes: number };
  readonly status: 200 | 201;
  readonly response: Response;
  /** It can be asked to wait for something to happen. */
  readonly waits?: true;
  /** It answers with server-sent events, each of which has `response` as its data. */
  readonly streams?: boolean;
  /** It answers with a file of this media type; `response` says only that it is text or bytes. */
  readonly file?: "application/pdf" | "text/csv";
  /** Answers 503 with the same body when it cannot do its work. */
  readonly unavailable?: boolean;
  /** Only for a browser that has solved a bot challenge of this purpose. */
  readonly challenge?: ChallengePurpose;
  /** What it may answer besides the codes that follow from `auth`, `body` and the limits. */
  readonly errors?: readonly ErrorCode[];
}

export interface Endpoint<
  A extends Auth = Auth,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  M extends Method = Method,
  Path extends `/${string}` = `/${string}`,
> extends EndpointParts<A, Params, Query, Body, Response, M, Path> {
  /** Its own input, which only `endpoint` knows. */
  readonly stepUp?: StepUp<never>;
  /** The same of an admin user's role. */
  readonly higherRole?: HigherRole<never>;
}

/** Whether a signed-in person of a merchant may call an endpoint. */
export function takesSession({ auth }: Pick<Endpoint, "auth">): boolean {
  return auth === "merchant" || auth === "session";
}

/** Whether callers are limited, and told how: all but probes. */
export const isLimited = ({ path }: Pick<Endpoint, "path">) =>
  !["/health", "/ready"].includes(path);

type ParsedShape<T, Empty> = T extends z.ZodType ? z.output<T> : Empty;
type Nothing = Record<never, never>;

/** Path, query and body fields in one object. */
type ParsedInput<P, Q, B> = (z.ZodObject extends P ? Nothing : ParsedShape<P, Nothing>) &
  (z.ZodObject extends Q ? Nothing : ParsedShape<Q, Nothing>) &
  (z.ZodType extends B ? Nothing : ParsedShape<B, Nothing>);

/** What the verb behind an endpoint receives. */
export type InputOf<E> =
  E extends Endpoint<Auth, infer P, infer Q, infer B, z.ZodType> ? ParsedInput<P, Q, B> : never;

/** What the verb behind an endpoint returns: bigint and Date, encoded on the way out. */
export type OutputOf<E> = E extends { response: infer R extends z.ZodType } ? z.output<R> : never;

type SentShape<T, Empty> = T extends z.ZodType ? z.input<T> : Empty;

/** What a client sends, in JSON: amounts and instants as texts. */
export type SentInput<E> =
  E extends Endpoint<Auth, infer P, infer Q, infer B, z.ZodType>
    ? (z.ZodObject extends P ? Nothing : SentShape<P, Nothing>) &
        (z.ZodObject extends Q ? Nothing : SentShape<Q, Nothing>) &
        (z.ZodType extends B ? Nothing : SentShape<B, Nothing>)
    : never;

/** What a client gets, in JSON. */
export type ReceivedOutput<E> = E extends { response: infer R extends z.ZodType }
  ? z.input<R>
  : never;

/** Declares an endpoint of the public API: the route, the description, the client and the tests read it. */
export function endpoint<
  const A extends Auth,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  const M extends Method = Method,
  const Path extends `/${string}` = `/${string}`,
>(
  declaration: EndpointParts<A, Params, Query, Body, Response, M, Path> &
    AuthRules<A> & {
      readonly stepUp?: StepUp<ParsedInput<Params, Query, Body>>;
      readonly higherRole?: HigherRole<ParsedInput<Params, Query, Body>>;
    },
): Endpoint<A, Params, Query, Body, Response, M, Path> {
  return declaration;
}

/** In live mode a person must have authenticated anew. */
export const inLiveMode = (says: string) => ({
  says,
  when: (_: object, caller: { readonly mode?: string }) => caller.mode === "live",
});
