import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { directEmailTag } from "./direct-email";

const keys = { STIPEND_SECRET_KEY: randomBytes(32).toString("base64") };
const told = { planId: "pln_1", payer: "0xa1", email: "ada@example.com" } as const;
const tag = directEmailTag(keys, told);

test("an address is named to one wallet and plan, by this installation alone", () => {
  expect(directEmailTag(keys, { ...told, email: "Ada@Example.com" })).toBe(tag);
  const others = [
    directEmailTag(keys, { ...told, payer: "0xa2" }),
    directEmailTag(keys, { ...told, planId: "pln_2" }),
    directEmailTag(keys, { ...told, email: "eve@example.com" }),
    directEmailTag({ STIPEND_SECRET_KEY: randomBytes(32).toString("base64") }, told),
  ];
  expect(new Set([tag, ...others]).size).toBe(5);
});
