import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Noto Sans for scripts that its main files do not have, by the name that its packages end with. */
export const scriptFamilies = ["arabic", "hebrew", "thai", "jp", "kr", "sc"] as const;
export type ScriptFamily = (typeof scriptFamilies)[number];

/** A part of a family: its package has a file for each range of characters. */
export interface FontSlice {
  readonly family: ScriptFamily;
  /** Unique among all. */
  readonly name: string;
  /** Variable in weight, as WOFF2. */
  readonly path: string;
  /** What the package says that it holds; single ones may be missing. */
  readonly codePoints: ReadonlySet<number>;
}

const kept = new Map<ScriptFamily, readonly FontSlice[]>();

/** The parts of a family, read from the installed package once. */
export function slicesOf(family: ScriptFamily): readonly FontSlice[] {
  const slices = kept.get(family) ?? readSlices(family);
  kept.set(family, slices);
  return slices;
}

function readSlices(family: ScriptFamily): FontSlice[] {
  const resolve = createRequire(`${process.cwd()}/`).resolve;
  const base = `noto-sans-${family}`;
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(resolve(`@fontsource-variable/${base}/unicode.json`), "utf8"),
  );
  return Object.entries(ranges).map(([label, text]) => {
    const name = `${base}-${label.replace(/[[\]]/g, "")}`;
    const path = resolve(`@fontsource-variable/${base}/files/${name}-wght-normal.woff2`);
    return { family, name, path, codePoints: codePointsOf(text) };
  });
}

/** The code points of a CSS `unicode-range`. */
function codePointsOf(ranges: string): Set<number> {
  const points = new Set<number>();
  for (const [, from = "", to = from] of ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
    for (let point = Number.parseInt(from, 16); point <= Number.parseInt(to, 16); point += 1) {
      points.add(point);
    }
  }
  return points;
}
