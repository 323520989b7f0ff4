import { expect, test } from "vitest";
import { appUrl, mailAddress } from "./addresses";

test("a mail address has one form, and a name or two addresses are none", () => {
  expect(mailAddress.parse(" Ada@Bücher.example ")).toBe("Ada@xn--bcher-kva.example");
  for (const wrong of ["", "ada", "Ada <ada@example.com>", "a@b.c, d@e.f", "a b@example.com"]) {
    expect(mailAddress.safeParse(wrong).success, wrong).toBe(false);
  }
});

test("the app's address has one form, without a slash at its end", () => {
  expect(appUrl.parse("HTTPS://Pay.Example:443/")).toBe("https://pay.example");
  expect(appUrl.parse("http://localhost:3000")).toBe("http://localhost:3000");
  expect(appUrl.parse("https://pay.example/base/")).toBe("https://pay.example/base");
  for (const wrong of ["pay.example", "ftp://pay.example", "javascript:alert(1)"]) {
    expect(appUrl.safeParse(wrong).success, wrong).toBe(false);
  }
});
