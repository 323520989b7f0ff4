import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { DocumentFonts } from "./document-fonts";

const fontsFor = (...texts: string[]) =>
  DocumentFonts.register(new PDFDocument({ size: "A4" }), texts, []);

test("what is not seen by itself is left out, and is not lacking", async () => {
  const fonts = await fontsFor("ab");
  for (const unseen of ["\u2060", "\ufe0f", "\u{e0101}", "\u2064", "\u115f"]) {
    const { text, isComplete } = fonts.printable(`a${unseen}b`, "regular");
    expect([text.replace(unseen, ""), isComplete]).toEqual(["ab", true]);
  }
  expect(fonts.printable("a\u16a0\u0007b", "bold")).toEqual({ text: "a??b", isComplete: false });
});

test("white space is of the document's own face, which may have no sign for it", async () => {
  const fonts = await fontsFor("ab");
  expect(fonts.isOwn("a\tb\n\u3000c", "regular")).toBe(true);
  expect(fonts.isOwn("a\u5b57", "regular")).toBe(false);
});
