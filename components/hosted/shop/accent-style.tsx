import { readableAccent, surfaces } from "@/lib/core/storefronts/accent-color";

/**
 * The colors of a shop's buttons and links, as a style element that the page's content security policy lets through.
 * @param nonce of the answer
 */
export function AccentStyle({ color, nonce }: { color: string; nonce: string | undefined }) {
  const rules = (scheme: keyof typeof surfaces, on: string) => {
    const accent = readableAccent(color, scheme);
    return `:root{--action:${accent};--action-hover:${accent};--accent:${accent};--on-action:${on}}`;
  };
  const dark = `@media (prefers-color-scheme:dark){${rules("dark", surfaces.dark)}}`;
  return (
    <style nonce={nonce} suppressHydrationWarning>{`${rules("light", "#ffffff")}${dark}`}</style>
  );
}
