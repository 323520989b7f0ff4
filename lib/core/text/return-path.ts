/** Pages that a user may return to after sign-in. */
const places = ["/dashboard", "/admin", "/onboarding"];
const home = "/dashboard";
/** Only used to parse a path; never a redirect target. */
const base = "http://return.invalid";

/**
 * The path on our site to open after sign-in. A link could name any other address.
 * @example returnPath("/dashboard/settings/security?mode=test") // the same
 * @example returnPath("//evil.example/dashboard") // "/dashboard"
 */
export function returnPath(asked: string | null | undefined): string {
  // Browsers read a backslash as a slash, and leave out tabs and line breaks.
  if (!asked || !/^\/[!-[\]-~]*$/.test(asked) || !URL.canParse(asked, base)) return home;
  const { origin, pathname, search, hash } = new URL(asked, base);
  const isOurs = places.some((place) => pathname === place || pathname.startsWith(`${place}/`));
  return origin === base && isOurs ? `${pathname}${search}${hash}` : home;
}
