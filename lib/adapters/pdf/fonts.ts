import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The faces of documents: Noto Sans has Latin, Greek, Cyrillic and Devanagari. */
const files = {
  regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
} as const;
export type Face = keyof typeof files;

const read = new Map<Face, Buffer>();

/** A font's file, read once per process. */
export function fontFile(face: Face): Buffer {
  const known = read.get(face);
  if (known) return known;
  // From the folder of the project: bundlers move this file.
  const file = readFileSync(createRequire(`${process.cwd()}/`).resolve(files[face]));
  read.set(face, file);
  return file;
}
