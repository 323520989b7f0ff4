import postgres from "postgres";
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

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** The driver itself reads it, without connecting: it takes more than a URL, such as several hosts. */
export const databaseUrl = z
  .string()
  .startsWith("postgres")
  .refine(
    (text) => succeeds(() => postgres(text, { max: 1 })),
    "a postgres:// URL, with each special character of the user name and password encoded (% as %25)",
  );

/** A server for mail. A URL that cannot be parsed is refused by the first check. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .refine((text) => URL.parse(text)?.hostname !== "", "smtp:// or smtps:// and a host")
  .refine((text) => {
    const url = URL.parse(text);
    const parts = [url?.username ?? "", url?.password ?? ""];
    return succeeds(() => parts.map((part) => decodeURIComponent(part)));
  }, "a user name and password with each % encoded as %25");
