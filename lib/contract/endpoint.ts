import type { z } from "zod";
import type { ContractKind } from "@/lib/core/contract-kinds";
import type { ErrorCode } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scopes";

/**
 * Who may call an endpoint.
 * `merchant`: a secret key with the scope, or a publishable key where `publishable` is set.
 * `relay`: a secret key with the scope, or the platform key.
 * `none`: anyone.
 */
export type Auth = "merchant" | "relay" | "none";

export interface Endpoint<
  A extends Auth = Auth,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`;
  /** Groups the reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: A;
  readonly scope?: Scope;
  /** Publishable keys may call it too. */
  readonly publishable?: boolean;
  /** The kind of contract without which it can do nothing: 403 with `not_deployed` where the mode has none. */
  readonly needs?: ContractKind;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly status: 200 | 201;
  readonly response: Response;
  /** It answers with server-sent events, each of which has `response` as its data. */
  readonly streams?: boolean;
  /** Answers 503 with the same body when it cannot do its work. */
  readonly unavailable?: boolean;
  /** What it may answer besides the codes that follow from `auth`, `body` and the limits. */
  readonly errors?: readonly ErrorCode[];
}

type Parsed<T, Empty> = T extends z.ZodType ? z.output<T> : Empty;
type Nothing = Record<never, never>;

/** What the verb behind an endpoint receives: path, query and body fields in one object. */
export type InputOf<E> =
  E extends Endpoint<Auth, infer P, infer Q, infer B, z.ZodType>
    ? (z.ZodObject extends P ? Nothing : Parsed<P, Nothing>) &
        (z.ZodObject extends Q ? Nothing : Parsed<Q, Nothing>) &
        (z.ZodType extends B ? Nothing : Parsed<B, Nothing>)
    : never;

/** What the verb behind an endpoint returns: bigint and Date, encoded on the way out. */
export type OutputOf<E> = E extends { response: infer R extends z.ZodType } ? z.output<R> : never;

/** Declares an endpoint of the public API: the route, the description, the client and the tests read it. */
export function endpoint<
  const A extends Auth,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
>(declaration: Endpoint<A, Params, Query, Body, Response>) {
  return declaration;
}
