import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { sendRequest } from "@/sdk/src/send-request";
import { type Acting, asPerson } from "./call-as-person";

/** What an object of the API has in any case. */
export interface ObjectWithId {
  readonly id: string;
}

/** A page of a list, as the API sends it. */
export interface ListedPage<Row extends ObjectWithId> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

/** The objects that an endpoint lists. */
export type RowOf<E> =
  ReceivedOutput<E> extends { data: readonly (infer Row extends ObjectWithId)[] } ? Row : never;

/** Names and values of a query, as an address has them. */
export type ListQuery = Readonly<Record<string, string>>;

/** How many rows a page of the dashboard shows more at a time. */
const PAGE_SIZE = 50;

/**
 * Reads a page of a list as the signed-in user. The query comes unchecked from the page's address: the API reports
 * errors in it.
 * @throws StipendError what the API answered
 * @throws StipendConnectionError when there is no answer of the API
 */
export async function readPage<Row extends ObjectWithId>(
  acting: Acting,
  path: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<ListedPage<Row>> {
  const input = { limit: String(PAGE_SIZE), ...query };
  const answer = await asPerson(acting, (transport) =>
    sendRequest(transport, { method: "GET", path }, input, signal ? { signal } : {}),
  );
  return answer as ListedPage<Row>;
}

/**
 * Reads one object as the signed-in user.
 * @throws StipendError what the API answered
 */
export async function readObject<Shape extends ObjectWithId>(
  acting: Acting,
  path: string,
  id: string,
  signal?: AbortSignal,
): Promise<Shape> {
  const answer = await asPerson(acting, (transport) =>
    sendRequest(transport, { method: "GET", path }, { id }, signal ? { signal } : {}),
  );
  return answer as Shape;
}
