import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { currentVersion, dictionaries } from "./dictionaries";
import { packText, unpackText } from "./pack-text";

/** SHA-256 of each dictionary. A line is added with a version; none is ever changed. */
const known = [[1, "9b8df14501cda8ac50c3cd5d8ff7ae392f8d486f0ab6630bb98bae8332fdd971"]] as const;

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

test.each(["", "ps_V1StGXR8Z5jdHi6BmyT0aQ3x", "é".repeat(40)])(
  "a text made of what is known comes back, however long it is",
  (ids) => {
    fc.assert(
      fc.property(pieces(ids), (text) => {
        const bytes = Buffer.from(text);
        expect(Buffer.from(unpackText(packText(text, ids), ids))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  },
);

test("a session takes less than half of its text, and what cannot be deflated a byte more than itself", () => {
  expect(packText(session).length).toBeLessThan(session.length / 2);
  expect(packText("~")).toEqual(Buffer.from([0, ...Buffer.from("~")]));
});

test("what was ever packed is read for ever: no dictionary changes", () => {
  const hashes = [...dictionaries].map(([version, bytes]) => [
    version,
    createHash("sha256").update(bytes).digest("hex"),
  ]);
  expect(hashes).toEqual(known);
  expect(dictionaries.has(currentVersion)).toBe(true);
  const stored = Buffer.from("01434438289f111de379f9e0caebf04aa55a00", "hex");
  expect(unpackText(stored)).toBe(
    '{"id":"ps_1","object":"payment_session","mode":"test","note":"é"}',
  );
});

test("what a newer version of the app packed is refused, and never read as something else", () => {
  expect(() => unpackText(Buffer.of(250, 1, 2))).toThrow("unknown version 250");
  expect(() => unpackText(Buffer.alloc(0))).toThrow("unknown version");
  expect(() => unpackText(Buffer.of(currentVersion, 0xff, 0xff))).toThrow();
});
