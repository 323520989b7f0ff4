import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords";

test("a password is kept as argon2id with OWASP's costs, and never twice the same", async () => {
  const [one, other] = await Promise.all([hashPassword("a b c d e"), hashPassword("a b c d e")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

test("a password is compared as people type it, composed or not", async () => {
  const stored = await hashPassword("caf\u00e9 caf\u00e9 caf\u00e9");
  expect(await isPassword("cafe\u0301 cafe\u0301 cafe\u0301", stored)).toBe(true);
  expect(await isPassword("cafe cafe cafe", stored)).toBe(false);
});

test("nothing is the password of nobody", async () => {
  expect(await isPassword("no password at all", null)).toBe(false);
});
