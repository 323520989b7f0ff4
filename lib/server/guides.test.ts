import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guideNames, readGuide, readGuides } from "./guides";

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
