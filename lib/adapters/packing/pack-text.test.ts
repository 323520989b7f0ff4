import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hexOf, refOf } from "@/lib/core/hex";
import { currentVersion, dictionaries } from "./dictionaries";
import { packText, unpackText } from "./pack-text";

/** SHA-256 of each dictionary. A line is added with a version; none is ever changed. */
const known = [
  [1, "9b8df14501cda8ac50c3cd5d8ff7ae392f8d486f0ab6630bb98bae8332fdd971"],
  [2, "e03499d3928abf88bf323616900dbe81a2602865399d0729220d08dcfa760504"],
  [3, "5a0274be7e6716c55be6ade28ad55cb4a6a2a55fb066db67b4d35bb7e2c62e8b"],
  [4, "4d150551362c819e3631f1a655341456140f0399c733fe48642cb5ec42ddf349"],
] as const;

const session = JSON.stringify({
  id: "ps_V1StGXR8Z5jdHi6BmyT0aQ3x",
  object: "payment_session",
  mode: "test",
  merchantId: "mer_8JdkQ0plMZ21vNcXbTyRw5Gh",
  amount: "49000000",
  currency: "USDC",
  status: "created",
  description: null,
  checkoutUrl: "https://pay.aurora.example/pay/ps_V1StGXR8Z5jdHi6BmyT0aQ3x",
  ref: "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
  metadata: {},
  createdVia: "api",
  confirmedAt: null,
});

/** Texts of marks and of values as they are and nearly are. */
const valued = fc
  .array(
    fc.oneof(
      fc.constantFrom("\u0000", "\u0001", "\u0005", "\u0010", "\u001f", '"', "_", "0", "x"),
      fc.constantFrom("0x", "ps_", "txn_", "plan_", "aps_", "", "0x00000000"),
      fc.constantFrom("ps_V1StGXR8Z5jdHi6BmyT0aQ3x", "cus_V1StGXR8Z5jdHi6BmyT0aQ3x"),
      fc.constantFrom(refOf("ps_V1StGXR8Z5jdHi6BmyT0aQ3x"), refOf("mer_x"), refOf("")),
      fc.constantFrom("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", `0x${"a".repeat(40)}`),
      fc.constantFrom(`0x${"A".repeat(64)}`, `0x${"a".repeat(40)}${"A".repeat(24)}`),
      fc.constantFrom(
        "2026-04-27T12:00:00.123Z",
        "1970-01-01T00:00:00.000Z",
        "2026-02-30T00:00:00.000Z",
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hexOf(Buffer.from(bytes))),
      fc.string({ unit: fc.constantFrom(..."aZ09_"), minLength: 20, maxLength: 30 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

test.each([[], ["ps_V1StGXR8Z5jdHi6BmyT0aQ3x", "mer_8JdkQ0plMZ21vNcXbTyRw5Gh"], [""]])(
  "a text of values and of what looks like them comes back byte for byte",
  (...known) => {
    fc.assert(
      fc.property(valued, (text) => {
        expect(unpackText(packText(text, known), known)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  },
);

test("any text comes back byte for byte", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const bytes = Buffer.from(text);
      expect(Buffer.from(unpackText(packText(text)))).toEqual(bytes);
    }),
  );
});

/** What stored texts are made of: pieces of the dictionary, of what is known, of themselves, and others. */
const pieces = (known: string) => {
  const dictionary = Buffer.from(dictionaries.get(currentVersion) ?? []).toString();
  const slice = fc
    .tuple(fc.constantFrom(dictionary, known, session), fc.nat(3_000), fc.nat(400))
    .map(([text, from, length]) => text.slice(from, from + length));
  const run = fc
    .tuple(fc.constantFrom("a", "ab", "é", "0x00"), fc.nat(300))
    .map(([text, times]) => text.repeat(times));
  return fc
    .array(fc.oneof(slice, run, fc.string({ unit: "binary" })), { maxLength: 30 })
    .map((parts) => parts.join(""));
};

test.each([[], ["ps_V1StGXR8Z5jdHi6BmyT0aQ3x"], ["é".repeat(40), "mer_8JdkQ0plMZ21vNcXbTyRw5Gh"]])(
  "a text made of what is known comes back, however long it is",
  (...ids) => {
    fc.assert(
      fc.property(pieces(ids.join("")), (text) => {
        const bytes = Buffer.from(text);
        expect(Buffer.from(unpackText(packText(text, ids), ids))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  },
);

test("a session takes a third of its text, and what cannot be deflated a byte more than itself", () => {
  expect(packText(session).length).toBeLessThan(session.length / 3);
  expect(packText("~")).toEqual(Buffer.from([0, ...Buffer.from("~")]));
});

test("what was ever packed is read for ever: no dictionary changes", () => {
  const hashes = [...dictionaries].map(([version, bytes]) => [
    version,
    createHash("sha256").update(bytes).digest("hex"),
  ]);
  expect(hashes).toEqual(known);
  expect(dictionaries.has(currentVersion)).toBe(true);
  const first = Buffer.from("01434438289f111de379f9e0caebf04aa55a00", "hex");
  expect(unpackText(first)).toBe(
    '{"id":"ps_1","object":"payment_session","mode":"test","note":"é"}',
  );
  const id = "ps_V1StGXR8Z5jdHi6BmyT0aQ3x";
  const second = Buffer.from(
    "022c833589fcd6edb6e08f4c7c32d4f71b54bda02913f09764434a65319db5bcd7176d3c91c391a1019dcecf867b434ad98814802d6eb1c522aadf7494f2f2c1117478a5522d00",
    "hex",
  );
  expect(unpackText(second, [id])).toBe(
    `{"id":"${id}","ref":"${refOf(id)}","tokenAddress":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",` +
      '"customerId":"cus_8JdkQ0plMZ21vNcXbTyRw5Gh","createdAt":"2026-04-27T12:00:00.123Z","note":"é"}',
  );
});

test("the third version is read for ever with all that was known", () => {
  const id = "ps_V1StGXR8Z5jdHi6BmyT0aQ3x";
  const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const third = Buffer.from(
    "0318f09764434a65319db5bcd7176d3c91c391a1019dcecf867b434a598818400b5b5070630d45d41a5247292f1f1c4087572ad50200",
    "hex",
  );
  expect(unpackText(third, [id, "", token])).toBe(
    `{"id":"${id}","ref":"${refOf(id)}","tokenAddress":"${token}",` +
      '"customerId":"cus_8JdkQ0plMZ21vNcXbTyRw5Gh","createdAt":"2026-04-27T12:00:00.123Z","note":"é"}',
  );
});

test("up to the second version two things were known, whatever is known since", () => {
  const ids = [`ps_${"aB3xY9kQ".repeat(3)}`, `mer_${"Zz81LmWq".repeat(3)}`];
  const second = Buffer.from(
    "02205e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e434ad9180916258013d31333412e1252aa0500",
    "hex",
  );
  const hash = `0x${"5e".repeat(32)}`;
  const text = `{"id":"${ids[0]}","merchantId":"${ids[1]}","txHash":"${hash}","again":"${hash}"}`;
  expect(unpackText(second, [...ids, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", ""])).toBe(text);
});

test("what a newer version of the app packed is refused, and never read as something else", () => {
  expect(() => unpackText(Buffer.of(250, 1, 2))).toThrow("unknown version 250");
  expect(() => unpackText(Buffer.alloc(0))).toThrow("unknown version");
  expect(() => unpackText(Buffer.of(currentVersion, 0xff, 0xff))).toThrow();
});
