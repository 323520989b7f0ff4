import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { readAnew } from "./read-anew";

interface PageRequest {
  readonly page: number;
  readonly signal: AbortSignal;
  answer(rows: string): void;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A list whose pages come when they are answered. */
function openList() {
  const client = new QueryClient();
  const asked: PageRequest[] = [];
  const queryKey = ["list"];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      new Promise<string>((resolve) => {
        asked.push({ page: pageParam, signal, answer: resolve });
      }),
    initialPageParam: 0,
    getNextPageParam: (_last: string, _all: string[], page: number) => page + 1,
    initialData: { pages: ["old"], pageParams: [0] },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  stops.push(observer.subscribe(() => {}));
  const pages = () => observer.getCurrentResult().data?.pages;
  const answer = async (place: number, rows: string) => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(place));
    asked[place]?.answer(rows);
  };
  return { client, observer, asked, pages, answer, queryKey };
}

test("a page that somebody asked for comes, and then everything anew, once", async () => {
  const { client, observer, asked, pages, answer, queryKey } = openList();
  void observer.fetchNextPage();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  for (let times = 0; times < 3; times += 1) readAnew(client, { queryKey });
  expect(asked[0]?.signal.aborted).toBe(false);
  await answer(0, "more");
  await vi.waitFor(() => expect(pages()).toEqual(["old", "more"]));
  await answer(1, "new");
  await answer(2, "more");
  await vi.waitFor(() => expect(pages()).toEqual(["new", "more"]));
  expect(asked.map(({ page }) => page)).toEqual([1, 0, 1]);
});

test("a page that was asked for in the middle of reading anew comes, too", async () => {
  const { client, observer, asked, pages, answer, queryKey } = openList();
  readAnew(client, { queryKey });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  // Waits for what is given up for the further page.
  readAnew(client, { queryKey });
  void observer.fetchNextPage();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.signal.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked[1]?.signal.aborted).toBe(false);
  await answer(1, "more");
  await answer(2, "new");
  await answer(3, "more");
  await vi.waitFor(() => expect(pages()).toEqual(["new", "more"]));
});

test("what is not being read is read at once, and after a failure as well", async () => {
  const { client, asked, pages, answer, queryKey } = openList();
  readAnew(client, { queryKey });
  await answer(0, "new");
  await vi.waitFor(() => expect(pages()).toEqual(["new"]));
  const failing = client.fetchQuery({
    queryKey: ["one"],
    queryFn: () => Promise.reject(new Error("no")),
    retry: false,
  });
  readAnew(client, { queryKey: ["one"] });
  await expect(failing).rejects.toThrow("no");
  expect(asked).toHaveLength(1);
});
