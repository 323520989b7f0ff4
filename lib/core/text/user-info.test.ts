import fc from "fast-check";
import { expect, test } from "vitest";
import { hasUserInfo } from "./user-info";

test.each([
  "https://user@host.example/",
  "https://user:pass@host.example/",
  "https://%@host.example/",
  "https://%zz:%@host.example/",
  "https://@host.example/",
  "https://:@host.example/",
  "  https://@host.example/",
  "https:@host.example/",
  "https:\\\\@host.example/",
  "https:///@host.example/",
  "ht\ntps:/\t/us\ner@host.example/",
  "https://host.example@evil.example/",
])("%j has user info", (url) => {
  expect(hasUserInfo(url)).toBe(true);
});

test.each([
  "https://host.example/@user",
  "https://host.example/?to=@user",
  "https://host.example#@",
  "https://host.example\\@evil.example/",
  "https://host.example:8443/a:b@c",
])("%j has none", (url) => {
  expect(hasUserInfo(url)).toBe(false);
});

test("whatever the parser finds a name in has user info", () => {
  const part = fc.constantFrom(..."https:/\\@%?#.a\t\n ", "https://", "host.example");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (rest) => {
      const text = `https:${rest.join("")}`;
      const url = URL.parse(text);
      if (url?.username || url?.password) expect(hasUserInfo(text)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
