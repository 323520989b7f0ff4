import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { InvoiceProfile } from "@/lib/core/invoices/factur-x/profile";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import {
  printedInvoiceSample as invoice,
  printedLine as line,
  printedParty as party,
} from "@/testing/printed-invoice";
import { renderInvoice } from "./render-invoice";

const times = (count: number, of = line) => Array.from({ length: count }, () => of);
const render = (
  change: Partial<PrintedInvoice> = {},
  xml?: string,
  profile: InvoiceProfile = "en16931",
) => renderInvoice({ ...invoice, ...change }, xml === undefined ? undefined : { profile, xml });
const pagesOf = (pdf: Buffer) => Number(/\/Count (\d+)/.exec(pdf.toString("latin1"))?.[1]);

/** What each stream of a file holds. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/<<((?:(?!endobj)[\s\S])*?)>>\nstream\n/g)].map((match) => {
    const from = match.index + match[0].length;
    const bytes = pdf.subarray(from, pdf.indexOf("\nendstream", from));
    return (match[1]?.includes("FlateDecode") ? inflateSync(bytes) : bytes).toString("utf8");
  });
}

describe("an invoice's document", () => {
  test("is the same byte by byte, whenever it is made", async () => {
    const first = await render({}, "<a/>");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(first.equals(await render({}, "<a/>"))).toBe(true);
    expect(first.equals(await render({ status: "overdue" }, "<a/>"))).toBe(false);
  });

  test("is PDF/A-3b: fonts inside, a colour profile, an id, metadata, and printed links", async () => {
    const pdf = await render({}, "<a/>");
    const text = pdf.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}/);
    const faces = text.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(faces).toHaveLength(2);
    expect(text.match(/\/FontFile2/g)).toHaveLength(faces.length);
    expect(text).not.toMatch(/\/Encrypt|\/JavaScript|\/Helvetica|\/LZWDecode|\/SMask/);
    expect(text).toMatch(/\/S \/GTS_PDFA1/);
    expect(text).toMatch(/\/DestOutputProfile \d+ 0 R/);
    expect(text).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    expect(text).toMatch(/\/Subtype \/Link[\s\S]{0,200}\/F 4|\/F 4[\s\S]{0,200}\/Subtype \/Link/);
    const [metadata = ""] = streamsOf(pdf).filter((stream) => stream.includes("<?xpacket"));
    expect(metadata).toMatch(/pdfaid:part>3<[\s\S]*pdfaid:conformance>B</);
    expect(metadata).toContain("2026-11-21T10:00:00");
  });

  test("carries the electronic invoice as its alternative, and says so in its metadata", async () => {
    const xml = "<rsm:CrossIndustryInvoice>ü</rsm:CrossIndustryInvoice>";
    const pdf = await render({}, xml);
    const text = pdf.toString("latin1");
    expect(text).toMatch(/\/AFRelationship \/Alternative/);
    expect(text).toMatch(/\/F \(factur-x\.xml\)/);
    expect(text).toMatch(/\/UF \(factur-x\.xml\)/);
    expect(text).toMatch(/\/Type \/Catalog[\s\S]*?\/AF \[\d+ 0 R\]|\/AF \[\d+ 0 R\]/);
    expect(text).toMatch(/\/Subtype \/text#2Fxml/);
    expect(streamsOf(pdf)).toContain(xml);
    const [metadata = ""] = streamsOf(pdf).filter((stream) => stream.includes("<?xpacket"));
    for (const part of [
      "<fx:DocumentType>INVOICE<",
      "<fx:DocumentFileName>factur-x.xml<",
      "<fx:Version>1.0<",
      "<fx:ConformanceLevel>EN 16931<",
      "<pdfaSchema:prefix>fx<",
    ]) {
      expect(metadata).toContain(part);
    }
  });

  test("names an XRechnung as such, in its metadata and as a file", async () => {
    const pdf = await render({}, "<rsm:CrossIndustryInvoice/>", "xrechnung");
    const text = pdf.toString("latin1");
    expect(text).toMatch(/\/F \(xrechnung\.xml\)/);
    expect(text).not.toContain("factur-x.xml");
    const [metadata = ""] = streamsOf(pdf).filter((stream) => stream.includes("<?xpacket"));
    for (const part of [
      "<fx:DocumentFileName>xrechnung.xml<",
      "<fx:Version>3.0<",
      "<fx:ConformanceLevel>XRECHNUNG<",
    ]) {
      expect(metadata).toContain(part);
    }
  });

  test("is PDF/UA-1: what is written stands in an element, rows and columns have headers, links say where they lead", async () => {
    const note = "Thank you";
    const taxes = [{ rate: 2_100, taxableAmount: "1", taxAmount: "1", note: "Reverse charge." }];
    const pdf = await render({ note, taxes, lines: times(40) } as Partial<PrintedInvoice>);
    const text = pdf.toString("latin1");
    expect(pagesOf(pdf)).toBeGreaterThan(1);
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/Lang \(en\)/);
    expect(text).toMatch(/\/DisplayDocTitle true/);
    expect(text.match(/\/Tabs \/S/g)).toHaveLength(pagesOf(pdf));
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(/\/S \/Document/g)).toBe(1);
    expect(count(/\/S \/H1/g)).toBe(1);
    expect(count(/\/S \/H2/g)).toBe(5);
    expect(count(/\/S \/Table/g)).toBe(2);
    expect(count(/\/Scope \/Column/g)).toBe(4);
    // Of each line and each sum.
    expect(count(/\/Scope \/Row/g)).toBe(40 + 3);
    expect(text).toMatch(/\/S \/Link[\s\S]*?\/OBJR/);
    expect(text).toMatch(/\/Contents \(Pay in USDC on Base: https/);
    const [metadata = ""] = streamsOf(pdf).filter((stream) => stream.includes("<?xpacket"));
    expect(metadata).toContain("<pdfuaid:part>1<");
    expect(metadata).toContain("<pdfaSchema:prefix>pdfuaid<");
    expect(metadata).toMatch(/<dc:title>[\s\S]*?Invoice INV-000042/);
  });

  test("writes and draws nothing outside of an element or an artifact", async () => {
    const drawn = streamsOf(await render({ lines: times(40), note: "a\nb" })).filter(
      (stream) => /\bTJ?\b/.test(stream) && stream.includes("EMC"),
    );
    expect(drawn.length).toBeGreaterThan(1);
    for (const stream of drawn) {
      let depth = 0;
      for (const [operator] of stream.matchAll(/(?<=^|\s)(?:BMC|BDC|EMC|TJ|Tj|S|f)(?=\s|$)/g)) {
        if (operator === "BMC" || operator === "BDC") depth += 1;
        else if (operator === "EMC") depth -= 1;
        else expect(depth, operator).toBe(1);
      }
      expect(depth).toBe(0);
    }
  });

  test("tells one that was refunded from one that is paid", async () => {
    const paid = { status: "paid", paidAt: "2026-11-22T10:00:00.000Z" } as const;
    const [first, second] = [await render(paid), await render({ ...paid, refunded: true })];
    expect(first.equals(second)).toBe(false);
  });

  test("without one says nothing of it", async () => {
    const pdf = await render();
    expect(pdf.toString("latin1")).not.toContain("factur-x");
    expect(streamsOf(pdf).join()).not.toContain("fx:");
  });

  test("of a hundred lines goes over pages", async () => {
    expect(pagesOf(await render())).toBe(1);
    expect(pagesOf(await render({ lines: times(100) }))).toBe(5);
  });

  test("whose texts are as long as can be stays within its pages", async () => {
    const long = { ...line, description: `${"a\n".repeat(249)}b` };
    expect(pagesOf(await render({ lines: [long] }))).toBe(7);
    const wide = "W".repeat(200);
    const widest = {
      ...party,
      name: wide,
      addressLines: [wide, wide, wide, wide],
      reference: wide,
      contactLines: [],
    };
    const most = (2n ** 256n - 1n).toString();
    const change = {
      merchantName: wide,
      seller: widest,
      buyer: widest,
      total: most,
      subtotal: most,
    };
    const huge = { ...line, unitAmount: most, amount: most, unit: "W".repeat(40) };
    expect(pagesOf(await render({ ...change, lines: [huge] }))).toBe(3);
  });

  test("has the days of its time zone: the morning of 5 December in Auckland is 4 December in London", async () => {
    const evening = { dueAt: "2026-12-04T19:00:00.000Z" };
    const inAuckland = await render({ ...evening, timeZone: "Pacific/Auckland" });
    expect(inAuckland.equals(await render({ dueAt: "2026-12-05T00:00:00.000Z" }))).toBe(true);
    expect(inAuckland.equals(await render(evening))).toBe(false);
  });

  test("says when its font lacks characters", async () => {
    const complete = await render({ note: "Łódź Αθήνα Київ" });
    const lacking = await render({ note: "ᚠᚢ 😀" });
    expect(lacking.equals(await render({ note: "?? ?" }))).toBe(false);
    expect(pagesOf(complete)).toBe(1);
  });
});
