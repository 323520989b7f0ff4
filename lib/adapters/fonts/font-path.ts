import { createRequire } from "node:module";

/** The faces of documents and pictures: Noto Sans has Latin, Greek, Cyrillic and Devanagari; `script-fonts.ts` has more. */
const files = {
  regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
} as const;

export type Face = keyof typeof files;
export const faces = Object.keys(files) as Face[];

/** Where the file of a face is: in the installed package. */
export function fontPath(face: Face): string {
  // From the folder of the project: bundlers move this file.
  return createRequire(`${process.cwd()}/`).resolve(files[face]);
}
