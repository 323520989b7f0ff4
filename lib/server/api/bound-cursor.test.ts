import { expect, test } from "vitest";
import { z } from "zod";
import { withBoundCursors } from "./bound-cursor";

const query = z.strictObject({
  cursor: z.string().optional(),
  limit: z.number().optional(),
  status: z.string().optional(),
});
interface Asked {
  readonly cursor?: string;
  readonly limit?: number;
  readonly status?: string;
  readonly at?: Date;
}
const seen: (string | undefined)[] = [];
const list = async (_ctx: null, { cursor }: Asked) => {
  seen.push(cursor);
  return { data: [], nextCursor: cursor === "last" ? null : "last" };
};
const one = withBoundCursors({ path: "/v1/ones", query }, list);
const other = withBoundCursors({ path: "/v1/others", query }, list);
const next = async (asked: Asked) => (await one(null, asked)).nextCursor ?? "";

test("a cursor leads on in its own list, with the same filters in any order and any limit", async () => {
  const at = new Date(7);
  const cursor = await next({ status: "paid", at });
  seen.length = 0;
  expect(await one(null, { at, cursor, limit: 3, status: "paid" })).toEqual({
    data: [],
    nextCursor: null,
  });
  expect(seen).toEqual(["last"]);
});

test("a cursor of another list, of other filters, of an earlier form, or an empty one is refused", async () => {
  const cursor = await next({ status: "paid" });
  const refused = { code: "invalid_request", info: { param: "cursor" } };
  await expect(other(null, { status: "paid", cursor })).rejects.toMatchObject(refused);
  await expect(one(null, { status: "open", cursor })).rejects.toMatchObject(refused);
  await expect(one(null, { cursor })).rejects.toMatchObject(refused);
  await expect(one(null, { status: "paid", at: new Date(7), cursor })).rejects.toMatchObject(
    refused,
  );
  for (const wrong of ["last", "", cursor.slice(1)]) {
    await expect(one(null, { status: "paid", cursor: wrong })).rejects.toMatchObject(refused);
  }
});

test("an endpoint without cursors is left as it is", () => {
  expect(withBoundCursors({ path: "/v1/ones" }, list)).toBe(list);
});
