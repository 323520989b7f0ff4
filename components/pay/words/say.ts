import type { en } from "./en";

type English = typeof en;
export type WordKey = keyof English;
/** A language: the same keys as English, as plain data, so that only the chosen one travels. */
export type Words = Record<WordKey, string>;

type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;

/** Says one of the phrases that are known; what the phrase leaves blank must be given. */
export type Say<Known extends WordKey = WordKey> = <Key extends Known>(
  key: Key,
  ...blanks: [Blanks<English[Key]>] extends [never] ? [] : [Record<Blanks<English[Key]>, string>]
) => string;

/** Reads phrases from a language's words. */
export function createSay<Known extends WordKey>(
  words: Readonly<Record<Known, string>>,
): Say<Known> {
  return (key, ...[blanks]) =>
    words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const filled: Record<string, string> = blanks ?? {};
      return filled[name] ?? whole;
    });
}
