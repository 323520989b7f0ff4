import type { Json } from "@/lib/core/text/json";

/** What a field means, and how it looks. */
export interface GlossaryEntry {
  readonly description: string;
  readonly example?: Json;
}

/** An entry of the glossary. */
export const entry = (description: string, example?: Json): GlossaryEntry => ({
  description,
  example,
});

const kinds = new Set<string>();

/** The words of a schema that many fields are made of: the glossary knows more of a field by its name. */
export function ofKind(description: string, example: string | number) {
  kinds.add(description);
  return { description, example };
}

/** Whether words are those of a kind of field, and not of the field alone. */
export const isOfKind = (description: string): boolean => kinds.has(description);
