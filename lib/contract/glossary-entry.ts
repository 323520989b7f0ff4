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
