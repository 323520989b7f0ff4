type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;

/** What something says in a language, by key; `{name}` in a phrase is filled in. */
export type Dictionary = Readonly<Record<string, string>>;

/** Says one of the phrases of a dictionary, whose English has literal types; what the phrase leaves blank must be given. */
export type SayIn<English extends Dictionary, Known extends keyof English = keyof English> = <
  Key extends Known,
>(
  key: Key,
  ...blanks: [Blanks<English[Key]>] extends [never] ? [] : [Record<Blanks<English[Key]>, string>]
) => string;

/** By phrase: its text and the names of its blanks in turn. Phrases come from dictionaries alone, so there are few. */
const templates = new Map<string, readonly string[]>();

/** Reads phrases from a language's words. */
export function sayIn<English extends Dictionary, Known extends keyof English = keyof English>(
  words: Readonly<Record<Known, string>>,
): SayIn<English, Known> {
  return (key, blanks?: Readonly<Record<string, string>>) => {
    const phrase = words[key];
    const parts = templates.get(phrase) ?? phrase.split(/\{(\w+)\}/);
    templates.set(phrase, parts);
    return parts.map((part, at) => (at % 2 ? (blanks?.[part] ?? `{${part}}`) : part)).join("");
  };
}
