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

/** Reads phrases from a language's words. */
export function sayIn<English extends Dictionary, Known extends keyof English = keyof English>(
  words: Readonly<Record<Known, string>>,
): SayIn<English, Known> {
  return (key, blanks?: Readonly<Record<string, string>>) =>
    words[key].replace(/\{(\w+)\}/g, (whole, name: string) => blanks?.[name] ?? whole);
}
