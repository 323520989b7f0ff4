import { expect, test } from "vitest";
import { base32, findTotpStep, newTotpSecret, totpCode, totpStep, totpUri } from "./totp";

// RFC 6238, appendix B: the last six of the eight digits for SHA-1.
const secret = base32(Buffer.from("12345678901234567890"));

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i is the standard's", (at, code) => {
  expect(totpCode(secret, totpStep(at * 1_000))).toBe(code);
});

test("a code is taken a step early or late, no further, and of no step up to the last one taken", () => {
  const at = 1_234_567_890_000;
  const now = totpStep(at);
  const find = (step: bigint, after = 0n) =>
    findTotpStep(secret, totpCode(secret, step), { after, at });
  expect([-2n, -1n, 0n, 1n, 2n].map((step) => find(now + step))).toEqual([
    null,
    now - 1n,
    now,
    now + 1n,
    null,
  ]);
  expect(find(now, now)).toBeNull();
  expect(find(now - 1n, now)).toBeNull();
  expect(find(now + 1n, now)).toBe(now + 1n);
});

test("what is no code is none", () => {
  const at = 1_234_567_890_000;
  const code = totpCode(secret, totpStep(at));
  for (const wrong of ["", "00592", `${code} `, `${code}0`, "٠٠٥٩٢٤"]) {
    expect(findTotpStep(secret, wrong, { after: 0n, at })).toBeNull();
  }
});

test("a secret is 160 random bits, and an app reads it from the address", () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  expect(totpUri(made, "ada+1@x.example")).toBe(
    `otpauth://totp/Stipend:ada%2B1%40x.example?secret=${made}&issuer=Stipend`,
  );
});
