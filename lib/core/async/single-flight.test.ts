import { expect, test } from "vitest";
import { singleFlight } from "./single-flight";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A reading that the test ends. */
function controlled() {
  const ends: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      ends.push({ resolve, reject });
    });
  return { ends, read };
}

test("a thousand who ask at once share one reading, and the next ones its answer", async () => {
  const { ends, read } = controlled();
  const shared = singleFlight(read, { maxAgeMs: 60_000 });
  const asked = Array.from({ length: 1_000 }, () => shared());
  ends[0]?.resolve(7);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([7]));
  expect(await shared()).toBe(7);
  expect(ends).toHaveLength(1);
});

test("an answer that is too old is not given again", async () => {
  const { ends, read } = controlled();
  const shared = singleFlight(read, { maxAgeMs: 0 });
  const first = shared();
  ends[0]?.resolve(1);
  await first;
  const second = shared();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("an error is told to those who waited, and then forgotten", async () => {
  const { ends, read } = controlled();
  const shared = singleFlight(read, { maxAgeMs: 60_000 });
  const first = shared();
  ends[0]?.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  const second = shared();
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("what hangs is asked once, until it is given up", async () => {
  const { ends, read } = controlled();
  const patient = singleFlight(read, { maxAgeMs: 0 });
  void patient();
  await turn();
  void patient();
  expect(ends).toHaveLength(1);
  const impatient = singleFlight(read, { maxAgeMs: 0, abandonMs: 0 });
  void impatient();
  await turn();
  const again = impatient();
  expect(ends).toHaveLength(3);
  // The answer of the one that was given up comes late and changes nothing.
  ends[1]?.resolve(1);
  await turn();
  ends[2]?.resolve(2);
  expect(await again).toBe(2);
});
