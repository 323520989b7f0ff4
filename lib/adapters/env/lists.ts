import { z } from "zod";

const parts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Texts, separated by commas. */
export const list = z.string().transform(parts);

/** URLs of JSON-RPC nodes, separated by commas; none where nothing is set. */
export const urls = z
  .string()
  .optional()
  .transform((text) => parts(text ?? ""))
  .pipe(z.array(z.url({ protocol: /^https?$/ })));
