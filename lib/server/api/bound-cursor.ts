import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import { NOT_A_CURSOR } from "@/lib/domain/platform/pages/page";

interface Asked {
  readonly cursor?: string;
  readonly limit?: number;
  readonly wait?: number;
}
type List<C, I, P> = (ctx: C, input: I) => Promise<P>;

/** Characters of base64url: 48 bits, so that a cursor of another list or of other filters is noticed. */
const TAG_LENGTH = 8;

/**
 * A list's verb, whose cursors are good for it alone, under the same path and filters; `limit` and `wait` may change from
 * page to page. An endpoint without cursors is left as it is.
 * @throws Refusal `invalid_request` of `cursor`: of another list, or of other filters
 */
export function withBoundCursors<C, I extends object, P>(
  { path, query }: Pick<Endpoint, "path" | "query">,
  list: List<C, I, P>,
): List<C, I, P> {
  if (!query || !("cursor" in query.shape)) return list;
  return async (ctx, input) => {
    const { cursor, limit: _limit, wait: _wait, ...filters }: Asked = input;
    const tag = tagOf(path, filters);
    if (cursor !== undefined && !cursor.startsWith(tag)) {
      throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
    }
    const own = cursor === undefined ? {} : { cursor: cursor.slice(TAG_LENGTH) };
    const page = await list(ctx, { ...input, ...own });
    return isPage(page) && page.nextCursor !== null
      ? { ...page, nextCursor: `${tag}${page.nextCursor}` }
      : page;
  };
}

const isPage = (answer: unknown): answer is { nextCursor: string | null } =>
  typeof answer === "object" && answer !== null && "nextCursor" in answer;

function tagOf(path: string, filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([path, sorted], (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, TAG_LENGTH);
}
