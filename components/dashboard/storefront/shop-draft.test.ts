import { expect, test } from "vitest";
import {
  draftOf,
  draftOver,
  inputOf,
  type Storefront,
  slugOf,
  slugProblem,
  storedInput,
} from "./shop-draft";

test.each([
  ["Aurora Coffee", "aurora-coffee"],
  ["  Café & Söhne!  ", "cafe-sohne"],
  ["日本", ""],
])("the address of %s is suggested as %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  ["ab", "Use 3 to 40 characters."],
  ["Aurora", "Use lower-case letters and digits, with single hyphens between them."],
  ["two--hyphens", "Use lower-case letters and digits, with single hyphens between them."],
  ["checkout", "This address is reserved. Choose a different one."],
  ["aurora-coffee", null],
])("of the address %s it is said: %s", (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem);
});

const draft = draftOf(null, "Aurora Coffee");

test("empty fields are sent as null", () => {
  expect(inputOf(draft)).toEqual({
    name: "Aurora Coffee",
    slug: "aurora-coffee",
    description: null,
    logoUrl: null,
    coverImageUrl: null,
    accentColor: null,
    socialLinks: [],
  });
});

test.each([
  { name: "A" },
  { slug: "admin" },
  { accentColor: "green" },
  { socialLinks: [{ row: 0, url: "http://social.example" }] },
])("a shop with %o is not sent", (change) => {
  expect(inputOf({ ...draft, ...change })).toBeNull();
});

const shop = {
  name: "Aurora",
  slug: "aurora",
  status: "published",
  description: null,
  logoUrl: null,
  coverImageUrl: null,
  accentColor: "#1a7f64",
  socialLinks: ["https://a.example"],
} as unknown as Storefront;
const base = draftOf(shop, "");

test("a changed shop is sent as it is stored now, with what was typed over it", () => {
  const changed = { ...shop, name: "Borealis", socialLinks: ["https://b.example"] };
  const typed = { ...base, description: "Coffee", accentColor: "" };
  expect(storedInput(changed, base, typed)).toEqual({
    name: "Borealis",
    slug: "aurora",
    description: "Coffee",
    logoUrl: null,
    coverImageUrl: null,
    accentColor: null,
    socialLinks: ["https://b.example"],
  });
  const links = [{ row: 1, url: "https://c.example" }];
  expect(storedInput(changed, base, { ...base, socialLinks: links })).toMatchObject({
    name: "Borealis",
    socialLinks: ["https://c.example"],
  });
  expect(storedInput({ ...shop, status: "archived" }, base, typed)).toBeNull();
});

test("a saved form shows what is stored, what was typed meanwhile, and the rows of equal links", () => {
  const sent = { ...base, name: "Aurora 2", socialLinks: [{ row: 4, url: "https://c.example" }] };
  const stored = draftOf(
    { ...shop, name: "Aurora 2", description: "Tea", socialLinks: ["https://c.example"] },
    "",
  );
  expect(draftOver({ ...sent, slug: "aurora-2" }, sent, stored)).toEqual({
    ...stored,
    slug: "aurora-2",
    socialLinks: sent.socialLinks,
  });
});
