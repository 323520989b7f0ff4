import fc from "fast-check";
import { expect, test } from "vitest";
import { compileExpression } from "./expression";

const event = { data: { chainId: 31337, name: "a", nested: { id: "x" }, none: null } };

test.each([
  ["event.data.chainId", 31337],
  [" event.data.nested.id ", "x"],
  ["event.data.none", null],
  ["event.data.missing.deeper", undefined],
  ["event.data.toString", undefined],
  ["event.data.__proto__", undefined],
  ["event.data.name + '-' + event.data.nested.id", "a-x"],
  ["event.data.name + event.data.chainId", undefined],
  ["event.data.name == 'a'", true],
  ["event.data.name == event.data.nested.id", false],
  ["event.data.missing == event.data.gone", false],
  [`event.data.name == "a" && event.data.nested.id == 'x'`, true],
  ["event.data.name == 'a' && event.data.nested.id == 'a' + 'x'", false],
])("%s is %s", (source, expected) => {
  expect(compileExpression(source)({ event })).toBe(expected);
});

test("waits compare their own event with the one that arrives", () => {
  const matches = compileExpression("event.data.id == async.data.id", ["event", "async"]);
  expect(matches({ event: { data: { id: 1 } }, async: { data: { id: 1 } } })).toBe(true);
  expect(matches({ event: { data: { id: 1 } }, async: { data: { id: "1" } } })).toBe(false);
});

test.each([
  "",
  "event",
  "event.data.a != 'x'",
  "event.data.a == 1",
  "event.data.a || event.data.b",
  "!event.data.a",
  "size(event.data.a)",
  "event.data['a']",
  "event.data.a == 'it\\'s'",
  "(event.data.a == 'x')",
  "event.data.a ==",
  "event.data.a == 'x' == 'y'",
  "async.data.a",
  "true",
  "event.data.a 'x'",
  "event.data.a > event.data.b",
])("%s is refused", (source) => {
  expect(() => compileExpression(source)).toThrow("Unsupported expression");
});

test("whatever it accepts, it evaluates without throwing", () => {
  const term = fc.oneof(
    fc.constantFrom("event.data.a", "event.data.b.c", "event.x"),
    fc.stringMatching(/^[a-z ]{0,5}$/).map((text) => `'${text}'`),
  );
  const operator = fc.constantFrom(" + ", "==", " && ");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(term, operator), { maxLength: 5 }),
      term,
      fc.jsonValue(),
      (parts, last, data) => {
        const source = parts.flat().join("") + last;
        let evaluate: ReturnType<typeof compileExpression>;
        try {
          evaluate = compileExpression(source);
        } catch {
          expect(source.split("&&").some((part) => part.split("==").length > 2)).toBe(true);
          return;
        }
        evaluate({ event: { data } });
      },
    ),
  );
});
