import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { directTag } from "./direct-source";

const keys = { STIPEND_SECRET_KEY: randomBytes(32).toString("base64") };
const told = { planId: "pln_1", payer: "0xa1", email: "ada@example.com", linkId: null } as const;
const tag = directTag(keys, told);

test("an address is named to one wallet and plan, by this installation alone", () => {
  expect(directTag(keys, { ...told, email: "Ada@Example.com" })).toBe(tag);
  const others = [
    directTag(keys, { ...told, payer: "0xa2" }),
    directTag(keys, { ...told, planId: "pln_2" }),
    directTag(keys, { ...told, email: "eve@example.com" }),
    directTag(keys, { ...told, linkId: "plink_1" }),
    directTag({ STIPEND_SECRET_KEY: randomBytes(32).toString("base64") }, told),
  ];
  expect(new Set([tag, ...others]).size).toBe(6);
});
