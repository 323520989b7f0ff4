import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The guides, in the order in which somebody reads them: files of `docs/guides`. */
export const guideNames = [
  "quick-start",
  "webhooks",
  "test-clock",
  "subscriptions",
  "refunds",
  "going-live",
] as const;

/** A guide, as its file has it. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly summary: string;
  /** Markdown, without the title. */
  readonly text: string;
}

/** Reads a guide; null where there is none of the name. */
export async function readGuide(name: string): Promise<Guide | null> {
  if (!guideNames.some((known) => known === name)) return null;
  const file = await readFile(join(process.cwd(), "docs/guides", `${name}.md`), "utf8");
  const [head = "", ...rest] = file.split("\n\n");
  return {
    name,
    title: head.replace(/^# /, "").trim(),
    summary: rest[0] ?? "",
    text: rest.join("\n\n"),
  };
}

/** Reads all of them. */
export async function readGuides(): Promise<Guide[]> {
  const guides = await Promise.all(guideNames.map(readGuide));
  return guides.filter((guide) => guide !== null);
}
