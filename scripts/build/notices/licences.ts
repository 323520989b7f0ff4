/** Licences that every dependency may have, by their SPDX identifiers. */
const allowed = new Set([
  ...["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "MPL-2.0"],
  ...["BlueOak-1.0.0", "Unlicense", "CC0-1.0"],
]);

interface Exception {
  readonly packages: RegExp;
  readonly licence: string;
  readonly because: string;
}

/** Licences that a few dependencies have, and why these may. */
const exceptions: readonly Exception[] = [
  {
    packages: /^(?:@fontsource-variable|@expo-google-fonts)\/noto-sans|^geist$/,
    licence: "OFL-1.1",
    because: "Fonts, which may be embedded and served",
  },
  {
    packages: /^@img\/sharp-(?:libvips|wasm32|win32)/,
    licence: "LGPL-3.0-or-later",
    because: "libvips: a shared library that sharp loads, and that can be exchanged",
  },
  { packages: /^pako$/, licence: "Zlib", because: "As permissive as MIT" },
  { packages: /^nodemailer$/, licence: "MIT-0", because: "MIT without the duty to name it" },
  { packages: /^argparse$/, licence: "Python-2.0", because: "As permissive as BSD" },
  { packages: /^caniuse-lite$/, licence: "CC-BY-4.0", because: "Data, whose source is named" },
];

/** What packages say in another way than by an SPDX identifier, or only in their licence file. */
const meant: readonly (readonly [packages: RegExp, licence: string])[] = [
  [/^geist$/, "OFL-1.1"],
  [/^@foundry-rs\/anvil-/, "MIT OR Apache-2.0"],
  [/^png-js$/, "MIT"],
  [/^@privy-io\/api-base$/, "Apache-2.0"],
];

/** The licence of a package as an SPDX expression; null when it names none. @param declared in its manifest */
export function licenceOf(name: string, declared: string | undefined): string | null {
  const known = meant.find(([packages]) => packages.test(name));
  return known?.[1] ?? declared ?? null;
}

/** Whether a package may be a dependency: of alternatives one has to be allowed, of several that hold together all. */
export function isAllowed(name: string, expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  const holds = (id: string) =>
    allowed.has(id) ||
    exceptions.some(({ packages, licence }) => licence === id && packages.test(name));
  return plain.split(" OR ").some((one) => one.split(" AND ").every((id) => holds(id.trim())));
}
