import { inflateSync } from "node:zlib";
import fc from "fast-check";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { scriptFamilies, slicesOf } from "@/lib/adapters/fonts/font-slices";
import { unprintableIn } from "@/lib/core/text/printable";
import { printedInvoiceSample as invoice, printedLine as line } from "@/testing/printed-invoice";
import { DocumentFonts } from "./document-fonts";
import { Paper } from "./paper";
import { renderInvoice } from "./render-invoice";
import { linesOf } from "./text-lines";

/** Names as they are entered, in each script. */
const names = {
  Japanese: "株式会社オーロラ珈琲",
  Korean: "에티오피아 원두 주식회사",
  Chinese: "上海咖啡豆贸易有限公司",
  "Traditional Chinese": "臺灣龜記咖啡股份有限公司",
  Arabic: "شركة النور للتجارة (ذ.م.م) 2026",
  Hebrew: "חברת אור בע״מ (תל אביב)",
  Thai: "บริษัท น้ำดำ จำกัด",
  Greek: "Αθήνα Καφές",
  Cyrillic: "Київ Кава",
  Devanagari: "दिल्ली कॉफ़ी",
};

/** Whether a document with that text has a character for all of it. */
async function isComplete(text: string): Promise<boolean> {
  const doc = new PDFDocument({ size: "A4", margin: 0 });
  const paper = new Paper(doc, await DocumentFonts.register(doc, [text], []));
  paper.text(text, 48, 400);
  return paper.isComplete;
}

/** What the ToUnicode maps of a file say that its glyphs are. */
function charactersOf(pdf: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
    const bytes = pdf.subarray(at + 7, pdf.indexOf("\nendstream", at));
    if (bytes[0] !== 0x78) continue;
    const text = inflateSync(bytes).toString("latin1");
    if (!text.includes("beginbfrange")) continue;
    for (const [, hex = ""] of text.matchAll(/<((?:[0-9a-f]{4} ?)+)>/g)) {
      const units = hex.split(" ").map((unit) => Number.parseInt(unit, 16));
      for (const character of String.fromCharCode(...units)) found.add(character);
    }
  }
  return found;
}

describe("what can be entered can be printed", () => {
  test.each(Object.entries(names))("%s", async (_, name) => {
    expect(unprintableIn(name)).toBeNull();
    expect(await isComplete(name)).toBe(true);
    const pdf = await renderInvoice({ ...invoice, merchantName: name, note: name });
    const text = pdf.toString("latin1");
    // PDF/A: each font is inside the file, and says what its glyphs are.
    const fonts = text.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(text.match(/\/FontFile2/g)).toHaveLength(fonts.length);
    expect(text.match(/\/ToUnicode/g)).toHaveLength(fonts.length);
    const known = charactersOf(pdf);
    const lacking = [...name.replaceAll("\u0e33", "\u0e4d\u0e32")].filter(
      (character) => character !== " " && !known.has(character),
    );
    expect(lacking).toEqual([]);
  });

  test("any text whose characters are all known, in any mix", async () => {
    const all = scriptFamilies.flatMap(slicesOf).flatMap(({ codePoints }) => [...codePoints]);
    const characters = all
      .map((point) => String.fromCodePoint(point))
      .filter((character) => unprintableIn(character) === null);
    expect(characters.length).toBeGreaterThan(20_000);
    const text = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, async (picked) => {
        expect(await isComplete(picked.join("")), picked.join("")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("and what is not known cannot be printed", async () => {
    for (const text of ["😀", "☕", "\u0000", "\ud800", "ᚠ", "\u{1F1E9}"]) {
      expect(unprintableIn(`Aurora ${text}`), text).toBe(text);
      expect(await isComplete(text), text).toBe(false);
    }
    // What is not seen is left out.
    expect(unprintableIn("می\u200cخواهم\u200f\ufe0f\n")).toBeNull();
  });

  test("the same document byte by byte, also with fonts of its own", async () => {
    const change = {
      ...invoice,
      lines: [{ ...line, description: Object.values(names).join(" ") }],
    };
    expect((await renderInvoice(change)).equals(await renderInvoice(change))).toBe(true);
  });

  test("a font file of the size of what it shows", async () => {
    const short = await renderInvoice({ ...invoice, note: names.Japanese });
    const none = await renderInvoice(invoice);
    expect(short.length - none.length).toBeLessThan(40_000);
  });
});

/** Widths in characters, with a font for each script. */
const measure = {
  fontOf: (cluster: string) =>
    /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(cluster) ? "rtl" : "own",
  widthOf: (text: string) => [...text].length,
};
const drawn = (text: string, width = 100) =>
  linesOf(text, width, measure).map((pieces) => pieces.map((piece) => piece.text));

describe("a line", () => {
  test("runs from right to left where its script does, with numbers and brackets as they are read", () => {
    expect(drawn("אב (גד) 12 ה")).toEqual([["ה", " ", "12", " ", "(", "גד", ")", " ", "אב"]]);
    expect(drawn("Order אב גד 7, B")).toEqual([
      ["Order", " ", "7", " ", "גד", " ", "אב", ",", " ", "B"],
    ]);
  });

  test("ends between words, also of scripts without spaces, and never before closing signs", () => {
    expect(drawn("שלום עולם", 5)).toEqual([["שלום"], ["עולם"]]);
    const lines = drawn("你好，世界。咖啡", 3).map((pieces) => pieces.join(""));
    expect(lines.join("")).toBe("你好，世界。咖啡");
    for (const one of lines) expect(one).not.toMatch(/^[，。]/);
    expect(drawn("你好世界。", 4).map((pieces) => pieces.join(""))).toEqual(["你好", "世界。"]);
    expect(drawn("ขอบคุณมาก ครับ", 6).map((pieces) => pieces.join(""))).toEqual([
      "ขอบคุณ",
      "มาก",
      "ครับ",
    ]);
  });

  test("breaks a word that is wider than it, and loses none of it", () => {
    const wide = "한".repeat(25);
    const lines = drawn(wide, 10).map((pieces) => pieces.join(""));
    expect(lines.map((text) => text.length)).toEqual([10, 10, 5]);
  });

  test("of an empty paragraph is there", () => {
    expect(drawn("日\n\n本")).toEqual([["日"], [], ["本"]]);
  });
});
