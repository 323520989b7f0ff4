import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import type { Endpoint, InputOf, OutputOf, ReceivedOutput } from "@/lib/contract/endpoint";
import { Refusal } from "@/lib/core/errors";
import type { Actor, Context } from "@/lib/domain/platform/context";
import { withBoundCursors } from "@/lib/server/api/bound-cursor";

/** How many rows a page shows at first. */
export const pageSize = "50";

/** The verb of an endpoint that reads. */
export type ReadVerb<A extends Actor, E> = (
  ctx: Context<A>,
  input: InputOf<E>,
) => Promise<OutputOf<E>>;

type ListOf<A extends Actor, E> = (
  ctx: Context<A>,
  input: InputOf<E> & object,
) => Promise<OutputOf<E>>;

/** The filters of a list that a page's address names. @param fixed what the page always asks for */
export function filtersOf(
  asked: URLSearchParams,
  { query }: Pick<Endpoint, "query">,
  fixed: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const names = Object.keys(query?.shape ?? {});
  const given = [...asked].filter(([name, value]) => value && names.includes(name));
  const {
    cursor: _cursor,
    limit: _limit,
    ...filters
  } = {
    ...Object.fromEntries(given),
    ...fixed,
  };
  return filters;
}

/** Reads for a page what the API would answer the same caller; null where it would refuse. */
export async function readAs<A extends Actor, E extends Endpoint>(
  ctx: Context<A>,
  declaration: E,
  verb: ReadVerb<A, E>,
  sent: Readonly<Record<string, string>>,
): Promise<ReceivedOutput<E> | null> {
  const schema = declaration.query ?? declaration.params;
  const parsed = schema ? schema.safeParse(sent) : { success: true, data: {} };
  if (!parsed.success) return null;
  try {
    const read = withBoundCursors(declaration, verb as ListOf<A, E>);
    const output = await read(ctx, parsed.data as InputOf<E> & object);
    return encodeAs(declaration.response, output as z.output<E["response"]>) as ReceivedOutput<E>;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
