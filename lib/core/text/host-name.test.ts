import { expect, test } from "vitest";
import { asciiHost, isPublicHost, normalEmail, normalUrl } from "./host-name";
import { normalOrigin } from "./is-origin";

test.each([
  ["aurora.example", "aurora.example"],
  ["Aurora.EXAMPLE", "aurora.example"],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["bu\u0308cher.example", "xn--bcher-kva.example"],
  ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
  ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
  ["ｅｘａｍｐｌｅ.com", "example.com"],
])("the host %s is %s", (text, host) => {
  expect(asciiHost(text)).toBe(host);
  expect(isPublicHost(host)).toBe(true);
  expect(normalEmail(` Ada@${text} `)).toBe(`Ada@${host}`);
  expect(normalUrl(` HTTPS://${text}:443/Ä?q=${text} `)).toBe(`https://${host}/Ä?q=${text}`);
  expect(normalUrl(`http://${text}:8080`)).toBe(`http://${host}:8080`);
  expect(normalOrigin(`HTTPS://${text}/`)).toBe(`https://${host}`);
});

test.each([
  "",
  "a b.example",
  "a/b",
  "a@b",
  "a:80",
  "%61.example",
  "[::1]",
  "a..b\u0000",
  "{a}.example",
])("%j is no host", (text) => {
  expect(asciiHost(text)).toBeNull();
});

test("what is no public name is not taken for one", () => {
  for (const host of ["localhost", "1.2.3.4", "a_b.example", "-a.example", "a.example.", "a.1"]) {
    expect(isPublicHost(host), host).toBe(false);
  }
});

test("what is no URL or address stays as it was, for its refusal", () => {
  for (const text of ["nonsense", "https://{SESSION_ID}.shop.example", "javascript:alert(1)"]) {
    expect(normalUrl(text)).toBe(text);
  }
  expect(normalEmail("ada")).toBe("ada");
  expect(normalUrl("https://ada:secret@Shop.example/")).toBe("https://ada:secret@shop.example/");
});
