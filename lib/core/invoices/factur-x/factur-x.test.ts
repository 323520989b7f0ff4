import { Profile, validateXsd } from "@stackforge-eu/factur-x";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Rounding, taxCategoryCodes } from "@/lib/core/invoices/taxes";
import { totalsOf } from "@/lib/core/invoices/totals";
import { brokenRules } from "@/testing/en16931";
import { findAll, readXml } from "@/testing/read-xml";
import { brokenXRechnungRules } from "@/testing/xrechnung";
import type { BilledInvoice, BilledParty } from "./billed-invoice";
import { writeFacturX as write } from "./factur-x";
import { unrepresentableFields } from "./missing-fields";

const address = { line1: "Unter den Linden 5", postalCode: "10117", city: "Berlin", country: "DE" };
const seller = { legalName: "Müller & Söhne", address, vatId: "DE123456789", reference: "S-1" };
const buyer = { legalName: "Ada <Ltd>", address: { country: "FR" }, vatId: "FRAB123456789" };
type Line = Pick<
  BilledInvoice["lines"][number],
  "quantity" | "unitAmount" | "taxCategory" | "taxRate"
>;
const euro = 1_000_000n;
const standard: Line = { quantity: 2, unitAmount: 100n * euro, taxCategory: "S", taxRate: 1_900 };

/** An invoice with its sums, as they are made for every invoice. */
function bill(
  lines: readonly (Line & { description?: string; unit?: string | null })[],
  change: Partial<BilledInvoice> = {},
  rounding?: Rounding,
): BilledInvoice {
  const totals = totalsOf(lines, rounding);
  if ("tooLarge" in totals) throw new Error(totals.tooLarge);
  return {
    mode: "live",
    number: "INV-000007",
    status: "sent",
    currency: "EURC",
    seller,
    buyer,
    lines: lines.map((line, at) => ({
      description: "Consulting",
      unit: null,
      ...line,
      amount: totals.amounts[at] ?? 0n,
    })),
    taxes: totals.taxes.map(({ category, rateBps: rate, taxable, tax }) => ({
      category,
      rate,
      taxableAmount: taxable,
      taxAmount: tax,
    })),
    subtotal: totals.subtotal,
    taxTotal: totals.taxTotal,
    total: totals.total,
    note: null,
    serviceDate: "2026-11-02",
    buyerReference: null,
    issuedOn: "2026-11-21",
    dueOn: "2026-12-05",
    paymentTerms: "Paid in EURC on Base. One EURC is stated as one euro.",
    ...change,
  };
}
const writeFacturX = (invoice: BilledInvoice): string => write(invoice).xml;
const schemaFaults = async (xml: string) =>
  (await validateXsd(xml, Profile.EN16931)).errors.map(({ message }) => message);

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.constantFrom("a\nb", "]]>", "&amp;", "😀", "\u0000", " ", "constructor", "__proto__", "hours"),
);
const prices = fc.bigInt(1n, 10n ** 9n).map((cents) => cents * 10_000n);
const often = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
const kind = fc.oneof(
  fc.constantFrom(["S", 1_900], ["S", 700], ["S", 550], ["S", 2_000]),
  fc.constantFrom(...taxCategoryCodes.map((code) => [code, code === "S" ? 1_900 : 0])),
);
const party = (vatId: string, country: string) =>
  fc.record(
    {
      legalName: often("Ada & <Söhne>", text),
      address: fc.record(
        {
          country: often(country, fc.constantFrom("ZZ", "EU")),
          line1: text,
          city: often("Berlin", text),
          postalCode: often("10117", text),
        },
        { requiredKeys: ["country"] },
      ),
      contact: fc.record(
        {
          name: often("Billing", text),
          phone: often("+49 30 1234567", text),
          email: often("billing@aurora.example", fc.oneof(text, fc.emailAddress())),
        },
        { requiredKeys: ["name"] },
      ),
      electronicAddress: fc.record({
        scheme: fc.constantFrom("EM", "0204"),
        id: often("991-01234-44", text),
      }),
      vatId: fc.option(often(vatId, fc.constantFrom("XI123456789", "QQ99")), {
        freq: 5,
        nil: undefined,
      }),
      reference: text,
    },
    { requiredKeys: ["legalName", "address", "vatId"] },
  );
/** Each with up to three kinds of tax. */
const invoice = fc
  .array(kind, { minLength: 1, maxLength: 3 })
  .chain((kinds) =>
    fc.record({
      lines: fc.array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 10_000 }),
          unitAmount: prices,
          tax: fc.constantFrom(...kinds),
          description: text,
          unit: fc.option(text),
        }),
        { minLength: 1, maxLength: 30 },
      ),
      seller: fc.option(fc.oneof(party("DE123456789", "DE"), party("ATU12345678", "AT")), {
        freq: 20,
      }),
      buyer: fc.option(party("FRAB123456789", "FR"), { freq: 20 }),
      status: fc.constantFrom("sent", "overdue", "paid"),
      currency: fc.constantFrom("USDC", "EURC"),
      note: fc.option(text),
      serviceDate: fc.option(fc.constant("2026-11-02")),
      buyerReference: fc.option(often("04011000-12345-34", text), { freq: 20 }),
    }),
  )
  .map(({ lines, ...change }) =>
    bill(
      lines.map(
        ({ tax: [taxCategory, taxRate], ...one }) => ({ ...one, taxCategory, taxRate }) as Line,
      ),
      change as Partial<BilledInvoice>,
    ),
  );
/** Rules that we meet in every XRechnung: with its identifiers, where supplies go, and the rate outside of tax. */
const byProfile = ["BR-DE-21", "PEPPOL-EN16931-R001", "BR-DE-10", "BR-DE-11", "BR-DE-14"];
const isAboutCents = (fields: readonly string[]) =>
  fields.some((field) => /amount$|total$/i.test(field));

describe("an electronic invoice", () => {
  test("of a thousand with mixed taxes, those that can be written break no rule, and all others do", async () => {
    const seen = { representable: 0, mixed: 0, refused: 0 };
    const written: string[] = [];
    fc.assert(
      fc.property(invoice, (one) => {
        const fields = unrepresentableFields(one);
        expect(isAboutCents(fields)).toBe(false);
        const xml = writeFacturX(one);
        const broken = brokenRules(xml);
        if (fields.length > 0) {
          seen.refused += 1;
          expect(broken, fields.join()).not.toEqual([]);
          return;
        }
        expect(broken).toEqual([]);
        seen.representable += 1;
        if (one.taxes.length > 1) seen.mixed += 1;
        if (written.length < 60) written.push(xml);
      }),
      { numRuns: 1_000, seed: 16_931 },
    );
    expect(seen.representable).toBeGreaterThan(100);
    expect(seen.mixed).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(100);
    for (const xml of written) expect(await schemaFaults(xml)).toEqual([]);
  });

  test("of two thousand is an XRechnung where one of both is German and no rule of it is broken", async () => {
    const seen = { xrechnung: 0, german: 0, foreign: 0 };
    const written: string[] = [];
    fc.assert(
      fc.property(invoice, (one) => {
        if (unrepresentableFields(one).length > 0) return;
        const { profile, xml } = write(one);
        const isGerman = [one.seller, one.buyer].some((side) => side?.address?.country === "DE");
        const broken = brokenXRechnungRules(xml);
        if (profile === "xrechnung") {
          seen.xrechnung += 1;
          expect(isGerman).toBe(true);
          expect(broken).toEqual([]);
          if (written.length < 60) written.push(xml);
          return;
        }
        expect(xml).not.toContain("xrechnung");
        expect(broken).toEqual(expect.arrayContaining(["BR-DE-21", "PEPPOL-EN16931-R001"]));
        seen[isGerman ? "german" : "foreign"] += 1;
        if (isGerman) expect(broken.filter((name) => !byProfile.includes(name))).not.toEqual([]);
      }),
      { numRuns: 2_000, seed: 16_931 },
    );
    expect(seen.xrechnung).toBeGreaterThan(50);
    expect(seen.german).toBeGreaterThan(100);
    expect(seen.foreign).toBeGreaterThan(100);
    for (const xml of written) expect(await schemaFaults(xml)).toEqual([]);
  });

  test("is an XRechnung with each thing that it asks, and plain EN 16931 without it", () => {
    const answers = { name: "Billing", phone: "030 12", email: "a@b.example" };
    const place = { country: "FR", city: "Lyon", postalCode: "69001" };
    const reached = { electronicAddress: { scheme: "EM", id: "a@b.example" } };
    const full = {
      seller: { ...seller, ...reached, contact: answers },
      buyer: { ...buyer, ...reached, address: place },
      buyerReference: "04011000-12345-34",
    };
    const profileWith = (change: Partial<BilledInvoice>) =>
      write(bill([standard], { ...full, ...change })).profile;
    const sellerWith = (change: Partial<BilledParty>) =>
      profileWith({ seller: { ...full.seller, ...change } });
    const buyerWith = (change: Partial<BilledParty>) =>
      profileWith({ buyer: { ...full.buyer, ...change } });
    expect(profileWith({})).toBe("xrechnung");
    expect(buyerWith({ address: { ...place, country: "DE" } })).toBe("xrechnung");
    const without = [
      profileWith({ buyerReference: null }),
      profileWith({ buyerReference: " \u0001" }),
      sellerWith({ address: { ...address, country: "AT" } }),
      sellerWith({ address: { ...address, city: " " } }),
      sellerWith({ address: { city: "Berlin", country: "DE" } }),
      buyerWith({ address: { country: "FR", postalCode: "69001" } }),
      buyerWith({ address: { country: "FR", city: "Lyon" } }),
      sellerWith({ contact: undefined }),
      sellerWith({ contact: { ...answers, name: " " } }),
      sellerWith({ contact: { ...answers, phone: "12" } }),
      sellerWith({ contact: { name: "Billing", email: "a@b.example" } }),
      sellerWith({ contact: { ...answers, email: "a.@b.example" } }),
      sellerWith({ contact: { name: "Billing", phone: "030 12" } }),
      sellerWith({ electronicAddress: undefined }),
      buyerWith({ electronicAddress: undefined }),
      buyerWith({ electronicAddress: { scheme: "EM", id: " " } }),
    ];
    expect(without).toEqual(without.map(() => "en16931"));
  });

  test("of an XRechnung says where a supply goes, and a rate outside of tax too", () => {
    const reached = { electronicAddress: { scheme: "EM", id: "a@b.example" } };
    const place = { country: "FR", city: "Lyon", postalCode: "69001" };
    const contact = { name: "Billing", phone: "030 12", email: "a@b.example" };
    const sides = {
      seller: { ...seller, ...reached, contact },
      buyer: { ...buyer, ...reached, address: place },
    };
    const untaxed = {
      seller: { ...sides.seller, vatId: undefined },
      buyer: { ...sides.buyer, vatId: undefined },
    };
    const writeAs = (taxCategory: Line["taxCategory"], parties: object) => {
      const change = { ...parties, buyerReference: "04011000-12345-34" } as Partial<BilledInvoice>;
      const { profile, xml } = write(bill([{ ...standard, taxCategory, taxRate: 0 }], change));
      expect([profile, brokenRules(xml)]).toEqual(["xrechnung", []]);
      return xml;
    };
    expect(writeAs("K", sides)).toContain(
      "<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:PostcodeCode>69001</ram:PostcodeCode><ram:CityName>Lyon</ram:CityName><ram:CountryID>FR</ram:CountryID>",
    );
    expect(writeAs("O", untaxed).match(/RateApplicablePercent>0.00</g)).toHaveLength(1);
  });

  test("of a thousand with prices in cents, every one can be written, and breaks no rule", () => {
    const taxed = fc.record({
      quantity: fc.integer({ min: 1, max: 10_000 }),
      unitAmount: prices,
      taxCategory: fc.constant("S" as const),
      taxRate: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(taxed, { minLength: 1, maxLength: 30 }), (lines) => {
        const one = bill(lines);
        expect(unrepresentableFields(one)).toEqual([]);
        expect(brokenRules(writeFacturX(one))).toEqual([]);
      }),
      { numRuns: 1_000, seed: 16_931 },
    );
  });

  test("names who answers questions, and the electronic addresses of both", async () => {
    const contact = { name: "Billing <dept>", phone: "+49 30 1234567", email: "b@aurora.example" };
    const parties = {
      seller: { ...seller, contact, electronicAddress: { scheme: "EM", id: "b@aurora.example" } },
      buyer: { ...buyer, electronicAddress: { scheme: "0204", id: "991-01234-44" } },
    };
    const xml = writeFacturX(bill([standard], { ...parties, buyerReference: "04011000-12345-34" }));
    expect(await schemaFaults(xml)).toEqual([]);
    expect(brokenRules(xml)).toEqual([]);
    const agreement = "rsm:SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
    const textAt = (path: string) => findAll(readXml(xml), `${agreement}/${path}`)[0]?.text;
    expect(textAt("SellerTradeParty/DefinedTradeContact/PersonName")).toBe(contact.name);
    const phone = "TelephoneUniversalCommunication/CompleteNumber";
    expect(textAt(`SellerTradeParty/DefinedTradeContact/${phone}`)).toBe(contact.phone);
    const mail = "EmailURIUniversalCommunication/URIID";
    expect(textAt(`SellerTradeParty/DefinedTradeContact/${mail}`)).toBe(contact.email);
    expect(textAt("SellerTradeParty/URIUniversalCommunication/URIID")).toBe("b@aurora.example");
    expect(textAt("BuyerTradeParty/URIUniversalCommunication/URIID")).toBe("991-01234-44");
    expect(xml).toContain('schemeID="0204"');
  });

  test("says where a party is, line by line, and gives one without a VAT number none", async () => {
    const place = { line1: "5", line2: "Back house", city: "Berlin", region: "Mitte" };
    const parties = {
      seller: { ...seller, address: { ...place, postalCode: "10117", country: "DE" } },
      buyer: { ...buyer, vatId: undefined },
    } as Partial<BilledInvoice>;
    const xml = writeFacturX(bill([standard], parties));
    expect(await schemaFaults(xml)).toEqual([]);
    const trade = "rsm:SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
    const texts = (path: string) =>
      findAll(readXml(xml), `${trade}/${path}`).map((one) => one.text);
    const of = (name: string) => texts(`SellerTradeParty/PostalTradeAddress/${name}`);
    expect([of("PostcodeCode"), of("LineOne"), of("LineTwo"), of("CityName")]).toEqual([
      ...[["10117"], ["5"], ["Back house"], ["Berlin"]],
    ]);
    expect([of("CountryID"), of("CountrySubDivisionName")]).toEqual([["DE"], ["Mitte"]]);
    expect(texts("SellerTradeParty/SpecifiedTaxRegistration/ID")).toEqual(["DE123456789"]);
    expect(texts("BuyerTradeParty/SpecifiedTaxRegistration")).toEqual([]);
  });

  test("of every category fits schema and rules", async () => {
    for (const taxCategory of taxCategoryCodes) {
      const taxRate = taxCategory === "S" ? 1_900 : 0;
      const parties =
        taxCategory === "O"
          ? { seller: { ...seller, vatId: undefined }, buyer: { ...buyer, vatId: undefined } }
          : {};
      const one = bill([{ ...standard, taxCategory, taxRate }], parties as Partial<BilledInvoice>);
      expect(unrepresentableFields(one), taxCategory).toEqual([]);
      const xml = writeFacturX(one);
      expect(brokenRules(xml), taxCategory).toEqual([]);
      expect(await schemaFaults(xml), taxCategory).toEqual([]);
    }
  });

  test("says what it is of, in cents and in the currency behind the stablecoin", () => {
    const xml = writeFacturX(bill([standard], { currency: "USDC", note: "Thanks" }));
    expect(xml).toMatchSnapshot();
    expect(xml).toContain("Müller &amp; Söhne");
  });

  test("of test mode says before all else that no real money is asked for", async () => {
    const parties = { note: "Thanks", mode: "test" } as const;
    const notes = (xml: string) =>
      findAll(readXml(xml), "rsm:ExchangedDocument/IncludedNote/Content").map((one) => one.text);
    const xml = writeFacturX(bill([standard], parties));
    expect(notes(xml).slice(0, 2)).toEqual(["Test mode: no real money", "Thanks"]);
    expect(await schemaFaults(xml)).toEqual([]);
    expect(brokenRules(xml)).toEqual([]);
    expect(notes(writeFacturX(bill([standard], { ...parties, mode: "live" })))[0]).toBe("Thanks");
  });

  test("of a paid one leaves nothing to pay", () => {
    const trade = readXml(writeFacturX(bill([standard], { status: "paid" })));
    const sums = findAll(
      trade,
      "rsm:SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation",
    )[0];
    expect(sums && findAll(sums, "TotalPrepaidAmount")[0]?.text).toBe("238.00");
    expect(sums && findAll(sums, "DuePayableAmount")[0]?.text).toBe("0.00");
  });
});

describe("what cannot be written is named", () => {
  const noVat = { legalName: "Ada", address };
  const of = (taxCategory: Line["taxCategory"]): Line => ({ ...standard, taxCategory, taxRate: 0 });
  test.each<[readonly string[], readonly Line[], Partial<BilledInvoice>, Rounding?]>([
    [["seller", "buyer"], [standard], { seller: null, buyer: null }],
    [["buyer.address"], [standard], { buyer: { legalName: "Ada" } }],
    [["buyer.legalName"], [standard], { buyer: { ...buyer, legalName: " \u0001" } }],
    [["buyer.address.country"], [standard], { buyer: { ...buyer, address: { country: "ZZ" } } }],
    [["buyer.vatId"], [standard], { buyer: { ...buyer, vatId: "QQ99" } }],
    [
      ["lineItems[1].taxCategory"],
      [standard, { ...standard, taxCategory: null, taxRate: null }],
      {},
    ],
    [["seller.vatId"], [standard], { seller: noVat }],
    [["buyer.vatId"], [of("AE")], { buyer: noVat }],
    [["buyer.vatId"], [of("K")], { buyer: noVat }],
    [["serviceDate"], [of("K")], { serviceDate: null }],
    [["taxBreakdown", "seller.vatId", "buyer.vatId"], [standard, of("O")], {}],
    [["seller.reference"], [of("O")], { seller: noVat, buyer: noVat }],
    [["status"], [standard], { status: "void" }],
    [["status"], [standard], { status: "draft" }],
    [
      ["taxBreakdown[0].taxAmount", "taxTotal", "total"],
      [{ ...standard, quantity: 1, unitAmount: 10_030_000n }],
      {},
      "token",
    ],
    [
      ["lineItems[0].amount", "subtotal", "total"],
      [{ ...of("Z"), quantity: 1, unitAmount: 15_000n + 1n }],
      {},
    ],
  ])("%j", (fields, lines, change, rounding) => {
    expect(unrepresentableFields(bill(lines, change, rounding))).toEqual(fields);
  });

  test("and a price of less than a cent can be", () => {
    const one = bill([{ ...standard, quantity: 1_000, unitAmount: 1_000n, taxRate: 2_000 }]);
    expect(unrepresentableFields(one)).toEqual([]);
    expect(brokenRules(writeFacturX(one))).toEqual([]);
  });
});
