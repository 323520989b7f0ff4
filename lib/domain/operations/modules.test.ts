import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Mail } from "@/lib/domain/mails/mail";
import { modules } from "./modules";

const domain = fileURLToPath(new URL("..", import.meta.url));

const isMail = (value: unknown): value is Mail =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  "subject" in value &&
  "body" in value;

/** A definition, or those of a record of several. */
function mailsOf(value: unknown): Mail[] {
  if (isMail(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).filter(isMail) : [];
}

test("every mail that a module defines is known to those who send mails", async () => {
  const files = readdirSync(domain, { recursive: true, encoding: "utf8" }).filter((file) =>
    /mails?\.ts$/.test(file),
  );
  const parts: object[] = await Promise.all(files.map((file) => import(`${domain}${file}`)));
  const defined = parts.flatMap((part) => Object.values(part)).flatMap(mailsOf);
  expect(defined.length).toBeGreaterThan(20);
  const known = new Set(modules.mails.map(({ kind }) => kind));
  expect(defined.map(({ kind }) => kind).filter((kind) => !known.has(kind))).toEqual([]);
});
