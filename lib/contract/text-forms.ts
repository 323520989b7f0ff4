import { z } from "zod";
import { plainHex } from "@/lib/core/chain/hex";

/** What is said of a text that has not the form. */
type Wrong = {
  readonly error: (issue: { readonly input?: unknown }) => string | undefined;
};

/**
 * A text of a form, which may have spaces around it. The description has the form alone.
 * @param wrong what is said of any other text
 */
export const textOf = (form: RegExp, wrong: Wrong) =>
  z
    .string(wrong)
    .refine((text) => form.test(text.trim()), wrong)
    .meta({ pattern: form.source });

/** Hex digits may begin with `0X`, which some tools write. */
export const hexOf = (form: RegExp, wrong: Wrong) =>
  z
    .string(wrong)
    .refine((text) => form.test(plainHex(text)), wrong)
    .meta({ pattern: form.source });

/** What a person, a business or a thing is called, in its one form (Unicode NFC), without spaces around it. */
export const nameText = (least: number, most: number) =>
  z.string().trim().normalize().min(least).max(most);
