import type { z } from "zod";
import { unprintableIn } from "@/lib/core/text/printable";

/** A text that stands on documents: it holds only what their fonts can print. */
export const printed = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.superRefine((text, { addIssue }) => {
    const character = typeof text === "string" ? unprintableIn(text) : null;
    if (character === null) return;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const shown = /[\p{C}]/u.test(character) ? "" : `“${character}”, `;
    addIssue({
      code: "custom",
      message: `must not hold the character ${shown}U+${code}: documents cannot print it`,
    });
  });
