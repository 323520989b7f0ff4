import { expect, test } from "vitest";
import { boundedTurns, TurnsTaken } from "./bounded-turns";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that the test ends, and what has begun of it. */
function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, work, end };
}

test("one owner's work waits for its own work alone, in the order in which it came", async () => {
  const { begun, work, end } = controlled();
  const inTurn = boundedTurns({ running: 2, waiting: 9, waitMs: 60_000 });
  const noisy = ["a", "b", "c", "d"].map((name) => inTurn("noisy", work(name)));
  const quiet = inTurn("quiet", work("q"));
  expect(begun).toEqual(["a", "b", "q"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "q", "c"]);
  for (const name of ["q", "a", "c", "d"]) await end(name);
  expect(await Promise.all(noisy)).toEqual(["a", "b", "c", "d"]);
  expect(await quiet).toBe("q");
});

test("more than may wait is refused at once, and a place that is left is taken again", async () => {
  const { begun, work, end } = controlled();
  const inTurn = boundedTurns({ running: 1, waiting: 1, waitMs: 60_000 });
  const taken = [inTurn("one", work("a")), inTurn("one", work("b"))];
  await expect(inTurn("one", work("c"))).rejects.toThrow(TurnsTaken);
  await end("a");
  taken.push(inTurn("one", work("d")));
  await end("b");
  await end("d");
  await Promise.all(taken);
  expect(begun).toEqual(["a", "b", "d"]);
});

test("what waits too long is refused and never begun", async () => {
  const { begun, work, end } = controlled();
  const inTurn = boundedTurns({ running: 1, waiting: 5, waitMs: 5 });
  const first = inTurn("one", work("a"));
  await expect(inTurn("one", work("b"))).rejects.toThrow(TurnsTaken);
  await end("a");
  await first;
  const next = inTurn("one", work("c"));
  await end("c");
  await next;
  expect(begun).toEqual(["a", "c"]);
});

test("work that fails gives its turn on", async () => {
  const inTurn = boundedTurns({ running: 1, waiting: 5, waitMs: 60_000 });
  const failing = inTurn("one", () => Promise.reject(new Error("no")));
  const next = inTurn("one", async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});
