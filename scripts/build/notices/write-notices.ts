import { licenceFile, noticeFile, type ProductPackage, readText } from "./packages";

const head = `Third-party notices

An installation of Stipend contains the packages below. Each line names a package, its version, its licence and
its copyright holders as the package states them. The texts of the licences follow. \`npm run notices\` writes
this file.

libvips, which sharp loads as a shared library, is under the LGPL, version 3 or later. Its source is at
https://github.com/libvips/libvips, and how the binaries are built at https://github.com/lovell/sharp-libvips.
They may be exchanged for others.
`;

const rule = "-".repeat(80);

/** Lines that name a holder, and none of a licence's own words. */
const holder = /^\s*(?:copyright\s+(?:\(c\)|©|&copy;|\d{4})|\(c\)\s|©\s).*$/gim;

/** All notices, as one text. */
export function writeNotices(packages: readonly ProductPackage[]): string {
  const notices = packages.flatMap((one) => {
    const text = readText(one, noticeFile);
    return text === null ? [] : [`${rule}\nNotice of ${one.name} ${one.version}\n\n${plain(text)}`];
  });
  const parts = [head, packages.map(lineOf).join("\n"), ...notices, ...texts(packages)];
  return `${parts.join("\n\n").trim()}\n`;
}

function lineOf(one: ProductPackage): string {
  const { name, version, licence } = one;
  const holders = [...(readText(one, licenceFile) ?? "").matchAll(holder)].map(([line]) => {
    return `\n    ${line.trim().replaceAll(/\s+/g, " ")}`;
  });
  return `${name} ${version} (${licence ?? "no licence named"})${[...new Set(holders)].join("")}`;
}

/** Each licence's text once, of the first package that is under it alone. */
function texts(packages: readonly ProductPackage[]): string[] {
  const found = new Map<string, string>();
  for (const one of packages) {
    if (one.licence === null || / (?:AND|OR) /.test(one.licence)) continue;
    const text = found.has(one.licence) ? null : readText(one, licenceFile);
    if (text !== null) found.set(one.licence, `${rule}\n${one.licence}\n\n${plain(text)}`);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

function plain(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}
