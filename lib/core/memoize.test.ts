import { expect, test } from "vitest";
import { memoize } from "./memoize";

test("what was made is used again under all of its names, and under these alone", () => {
  const made: string[] = [];
  const of = memoize((one: string, other: number) => {
    const text = `${one} ${other}`;
    made.push(text);
    return { text };
  });
  for (const _ of [1, 2]) {
    expect(of("a", 1).text).toBe("a 1");
    expect(of("a", 2).text).toBe("a 2");
    expect(of("b", 1).text).toBe("b 1");
  }
  expect(of("a", 1)).toBe(of("a", 1));
  expect(made).toEqual(["a 1", "a 2", "b 1"]);
});

test("only so many are kept", () => {
  let made = 0;
  const of = memoize((name: number) => {
    made += 1;
    return { name };
  });
  of(-1);
  for (let name = 0; name < 1_000; name += 1) of(name);
  of(-1);
  expect(made).toBe(1_002);
  of(-1);
  expect(made).toBe(1_002);
});
