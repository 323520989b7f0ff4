import { expect, test } from "vitest";
import { draftOf, inputOf, slugOf, slugProblem } from "./shop-draft";

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
