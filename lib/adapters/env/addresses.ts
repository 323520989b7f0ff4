import { z } from "zod";
import { isMailAddress } from "@/lib/core/mails/mailbox";
import { normalEmail, normalUrl } from "@/lib/core/text/host-name";

/** An address of e-mail, in its one form. */
export const mailAddress = z
  .string()
  .overwrite(normalEmail)
  .refine(isMailAddress, "a mail address");

/** Where the app is reached, in its one form, without a slash at its end. */
export const appUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => normalUrl(url).replace(/\/$/, ""));
