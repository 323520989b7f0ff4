import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { getInvoiceDocument } from "@/lib/domain/invoices/get-invoice-document";
import { loadInvoicePage } from "@/lib/domain/invoices/load-invoice-page";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { voidInvoice } from "@/lib/domain/invoices/void-invoice";
import { clientAddressHeader, stampedAddress } from "@/lib/server/http/client-address";
import { brokenRules } from "@/testing/en16931";
import { reasonOf, refusalOf, visitor } from "@/testing/hosted-pages";
import { createWorld, type World } from "@/testing/world";
import { invoiceDownload } from "./invoice-download";

let world: World;
let address = 0;

beforeAll(async () => {
  world = await createWorld();
  const { db, config, chains } = world;
  const stopping = new AbortController();
  const log = createLogger("silent");
  const { modules } = world.systemContext();
  const shared = { db, jobDb: db, config, log, modules, stopping };
  globalThis.stipendRuntime = { ...shared, chains: async () => chains };
});
beforeEach(() => {
  address += 1;
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await world.stop();
});

const party = (legalName: string, country: string) => ({ legalName, address: { country } });
const full = {
  lineItems: [
    {
      description: "Consulting",
      quantity: 3,
      unitAmount: 100_000_000n,
      taxCategory: "S" as const,
      taxRate: 1_900,
    },
  ],
  currency: "USDC" as const,
  customerEmail: "ada@x.example",
  customerName: "Ada",
  seller: { ...party("Aurora", "DE"), vatId: "DE123456789" },
  buyer: party("Ada Ltd", "FR"),
};
const ctx = () => world.merchantContext();
const draft = (change: object = {}) => createInvoice(ctx(), { ...full, ...change });
const sent = async (change: object = {}) => sendInvoice(ctx(), await draft(change));
const publicIdOf = async ({ id }: { id: string }) => {
  const [row] = await world.db<{ publicId: string }[]>`
    select public_id from invoices where id = ${id}`;
  return row?.publicId ?? "";
};
function download(publicId: string, query = ""): Promise<Response> {
  const url = `http://localhost/api/invoices/${publicId}/document${query}`;
  const headers = { [clientAddressHeader]: stampedAddress(`203.0.113.${address}`) };
  return invoiceDownload(new Request(url, { headers }), { params: Promise.resolve({ publicId }) });
}
/** What the file that is attached to a document says. */
function attachedXml(pdf: Buffer): string {
  const at = pdf.indexOf("/Type /EmbeddedFile");
  const from = pdf.indexOf("stream\n", at) + "stream\n".length;
  return inflateSync(pdf.subarray(from, pdf.indexOf("\nendstream", from))).toString("utf8");
}

describe("the document of an invoice", () => {
  it("is there in every state, the same as long as nothing changes", async () => {
    const made = await draft();
    const first = await getInvoiceDocument(ctx(), made);
    expect(first.name).toBe(`${made.number}.pdf`);
    expect(first.bytes.equals((await getInvoiceDocument(ctx(), made)).bytes)).toBe(true);
    await sendInvoice(ctx(), made);
    const open = await getInvoiceDocument(ctx(), made);
    expect(open.bytes.equals(first.bytes)).toBe(false);
    await voidInvoice(ctx(), made);
    expect((await getInvoiceDocument(ctx(), made)).bytes.equals(open.bytes)).toBe(false);
  });

  it("carries an electronic invoice that breaks no rule, and nothing that its page does not show", async () => {
    const made = await sent();
    const { bytes } = await getInvoiceDocument(ctx(), { ...made, format: "facturx" });
    const xml = attachedXml(bytes);
    expect(brokenRules(xml)).toEqual([]);
    expect(xml).toContain(`<ram:ID>${made.number}</ram:ID>`);
    expect(xml).toContain("<ram:GrandTotalAmount>357.00</ram:GrandTotalAmount>");
    expect(xml).toContain("One USDC is stated as one US dollar.");
    for (const inner of [made.id, made.merchantId, made.sessionId]) {
      expect(xml).not.toContain(inner);
    }
    expect(bytes.includes(made.id)).toBe(false);
    expect(bytes.includes(made.merchantId)).toBe(false);
  });

  it("names what an electronic one would need", async () => {
    const made = await sent({ seller: undefined, buyer: party("Ada", "ZZ") });
    const refusal = await refusalOf(getInvoiceDocument(ctx(), { ...made, format: "facturx" }));
    expect(refusal).toMatchObject({
      code: "invalid_request",
      info: {
        param: "format",
        details: { reason: "not_representable", fields: ["seller", "buyer.address.country"] },
      },
    });
    const unsent = await draft();
    expect(await reasonOf(getInvoiceDocument(ctx(), { ...unsent, format: "facturx" }))).toBe(
      "not_representable",
    );
  });

  it("is the merchant's alone", async () => {
    const made = await sent();
    const other = await world.addMerchant();
    const theirs = world.merchantContext({ merchantId: other.id });
    expect(await reasonOf(getInvoiceDocument(theirs, made))).toBe("resource_missing");
    const live = world.merchantContext({ mode: "live" });
    expect(await reasonOf(getInvoiceDocument(live, made))).toBe("resource_missing");
  });
});

describe("the download of a hosted page", () => {
  it("is a file that nobody keeps on the way, in both formats", async () => {
    const made = await sent();
    const publicId = await publicIdOf(made);
    const page = await loadInvoicePage(visitor(world), { publicId });
    expect(page).toMatchObject({
      documentPath: `/api/invoices/${publicId}/document`,
      hasEInvoice: true,
    });
    for (const [query, format] of [
      ["", "pdf"],
      ["?format=facturx", "facturx"],
    ] as const) {
      const reply = await download(publicId, query);
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${made.number}.pdf"`,
        "cache-control": "no-store",
      });
      const { bytes } = await getInvoiceDocument(ctx(), { ...made, format });
      expect(bytes.equals(Buffer.from(await reply.arrayBuffer()))).toBe(true);
    }
  });

  it("is refused for a draft, an unknown id, and what cannot be an electronic invoice", async () => {
    const unsent = await publicIdOf(await draft());
    for (const publicId of [unsent, "x".repeat(22), "%00", "a'b"]) {
      const reply = await download(publicId);
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ error: { code: "not_found" } });
    }
    const bare = await publicIdOf(await sent({ seller: undefined }));
    expect(await loadInvoicePage(visitor(world), { publicId: bare })).toMatchObject({
      hasEInvoice: false,
    });
    expect((await download(bare)).status).toBe(200);
    const reply = await download(bare, "?format=facturx");
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: { details: { reason: "not_representable", fields: ["seller"] } },
    });
  });

  it("has the limits of its page", async () => {
    const runtime = globalThis.stipendRuntime;
    if (!runtime) throw new Error("there is a runtime");
    const config = { ...runtime.config, RATE_LIMIT_SCALE: 0.05 };
    globalThis.stipendRuntime = { ...runtime, config };
    try {
      const publicId = "y".repeat(22);
      expect((await download(publicId)).status).toBe(404);
      const reply = await download(publicId);
      expect(reply.status).toBe(429);
      expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
    } finally {
      globalThis.stipendRuntime = runtime;
    }
  });
});
