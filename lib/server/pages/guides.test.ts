import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Runtime } from "@/lib/server/runtime";
import { guideNames, llmsText, readGuide, readGuides } from "./guides";

test("every guide is shown, and none that has no file", () => {
  const files = readdirSync("docs/guides").map((name) => name.replace(/\.md$/, ""));
  expect([...guideNames].sort()).toEqual(files.sort());
});

test("a guide is its file's title, first paragraph and text", async () => {
  for (const { name, title, summary, text } of await readGuides()) {
    const file = readFileSync(`docs/guides/${name}.md`, "utf8");
    expect(file).toBe(`# ${title}\n\n${text}`);
    expect(summary).not.toBe("");
    expect(text.startsWith(`${summary}\n\n`)).toBe(true);
  }
});

test.each(["../running", "../../README", "nothing", ""])("%j is no guide", async (name) => {
  expect(await readGuide(name)).toBeNull();
});

afterEach(() => {
  globalThis.stipendRuntime = undefined;
});

test("it names every guide and the reference at the installation's own address", async () => {
  const APP_URL = "https://pay.aurora.example";
  globalThis.stipendRuntime = { config: { APP_URL } } as Runtime;
  const answer = await llmsText();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const links = [...(await answer.text()).matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(
    ([, to]) => to,
  );
  const guides = guideNames.map((name) => `${APP_URL}/docs/guides/${name}`);
  const others = ["/openapi.json", "/docs", "/pricing", "/status"].map(
    (path) => `${APP_URL}${path}`,
  );
  expect(links).toEqual([...guides, ...others]);
});
