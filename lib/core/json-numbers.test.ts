import { expect, it } from "vitest";
import { impreciseNumber, readJson } from "./json-bounds";

it.each([
  "0",
  "-0",
  "1.10",
  "0.1",
  "1e3",
  "1E-7",
  "100000000000000000000000",
  "9007199254740991",
  "-123456.78901234567",
  "1.7976931348623157e308",
  "5e-324",
  '"12345678901234567890"',
  '"\\"12345678901234567890"',
])("%s is read as it is", (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
});

it.each([
  "9007199254740993",
  "12345678901234567890",
  "-12345678901234567891",
  "0.12345678901234567891",
  "1e400",
  "1e-400",
  "1.00000000000000000001",
])("%s would lose digits", (text) => {
  expect(readJson(text)).toBe(impreciseNumber);
  expect(readJson(`{"a":["1e400",${text},1.5,"\\\\",{"b":"${text}"}]}`)).toEqual({
    a: ["1e400", impreciseNumber, 1.5, "\\", { b: text }],
  });
});

it("refuses what is not JSON, however many digits it has", () => {
  for (const text of ["12345678901234567890 1", "{1e400}", ""]) {
    expect(() => readJson(text)).toThrow(SyntaxError);
  }
});
