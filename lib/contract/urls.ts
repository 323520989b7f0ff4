import { z } from "zod";
import { asciiHost, isPublicHost, normalUrl } from "@/lib/core/text/host-name";
import { hasUserInfo } from "@/lib/core/text/user-info";
import { must } from "./fields";

/**
 * A URL of others in its one form, at most 2,000 characters; the verb judges it. Its host may have letters of any
 * script.
 */
export const urlText = z.string().trim().min(1).max(2_000).overwrite(normalUrl);

/** A URL of the web by one of some schemes, in its one form. */
const webUrlOf = (schemes: RegExp, isUrl: ReturnType<typeof must>) =>
  urlText
    .refine((text) => schemes.test(URL.parse(text)?.protocol ?? ""), isUrl)
    .refine((text) => !hasUserInfo(text), "must have no user info")
    .meta({ format: "uri" });

const hasPublicHost = (text: string): boolean => {
  const url = URL.parse(text);
  return url === null || isPublicHost(asciiHost(url.hostname) ?? "");
};
const publicHost = "must have the host name of a public site, like aurora.example";

/** A public page's address. */
export const webUrl = webUrlOf(
  /^https?:$/,
  must("must be a URL that begins with https:// or http://"),
)
  .refine(hasPublicHost, publicHost)
  .meta({ example: "https://aurora.example" });

/** A public page's address over https. */
export const secureUrl = webUrlOf(
  /^https:$/,
  must("must be a URL that begins with https://"),
).refine(hasPublicHost, publicHost);

/** The address of a picture, which is fetched from the public internet alone. */
export const pictureUrl = webUrlOf(
  /^https?:$/,
  must("must be a URL that begins with https:// or http://"),
);
