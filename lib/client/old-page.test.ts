import { afterEach, expect, test, vi } from "vitest";
import { buildFileOf, isGone, isGoneAction } from "./old-page";

const origin = "https://pay.example";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ src: `${origin}/_next/static/chunks/a.js` }, `${origin}/_next/static/chunks/a.js`],
  [{ href: `${origin}/_next/static/chunks/a.css` }, `${origin}/_next/static/chunks/a.css`],
  [{ src: `${origin}/api/images/a.webp` }, null],
  [{ src: "https://elsewhere.example/_next/static/chunks/a.js" }, null],
  [{}, null],
  [null, null],
])("of what failed to load, %j is the build's file %s", (element, file) => {
  expect(buildFileOf(element, origin)).toBe(file);
});

test.each([
  [404, true],
  [410, true],
  [200, false],
  [502, false],
  [null, false],
])("a file for which the server answers %s is gone: %s", async (status, gone) => {
  vi.stubGlobal("fetch", async () => {
    if (status === null) throw new TypeError("no connection");
    return new Response(null, { status });
  });
  expect(await isGone(`${origin}/_next/static/chunks/a.js`)).toBe(gone);
});

test("an action is gone where Next says so", () => {
  const unknown = Object.assign(new Error("Server Action"), { name: "UnrecognizedActionError" });
  expect(isGoneAction(unknown)).toBe(true);
  expect(isGoneAction(new TypeError("no connection"))).toBe(false);
  expect(isGoneAction("UnrecognizedActionError")).toBe(false);
});
