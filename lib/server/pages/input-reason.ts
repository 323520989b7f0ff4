import type { z } from "zod";

/**
 * The word for input that a page's action does not take. An e-mail address is typed by the payer, who can correct it; all
 * other input is made by the page.
 */
export const inputReason = ({ issues }: Pick<z.ZodError, "issues">): string =>
  issues.some(({ path }) => path[0] === "email") ? "email_invalid" : "invalid_request";
