import { expect, test } from "vitest";
import { keysOf } from "./acting-keys";

const oldest = { id: "ak_51", leak: { places: [], successor: "waiting" } };
const pages = [
  {
    data: Array.from({ length: 50 }, (_, at) => ({ id: `ak_${at}`, leak: null })),
    nextCursor: "a",
  },
  { data: [oldest], nextCursor: null },
];

test("a replacement that waits is found behind any number of younger keys", async () => {
  const asked: object[] = [];
  const answer = async (_route: object, query: object) => pages[asked.push(query) - 1];
  const keys = await keysOf(answer as unknown as Parameters<typeof keysOf>[0]).listAll();
  expect(keys).toHaveLength(51);
  expect(keys.at(-1)).toEqual(oldest);
  expect(asked).toEqual([{ limit: "100" }, { limit: "100", cursor: "a" }]);
});
