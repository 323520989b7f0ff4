/** What a new invoice's lines and parties must not be. */
const line = { description: "Coffee", quantity: 2, unitAmount: "2500000" };
const most = 2n ** 256n - 1n;
const chars = (length: number) => "x".repeat(length);

const changed = (field: string, values: readonly unknown[]) =>
  values.map((value) => [line, { ...line, [field]: value }]);

export const wrongLines = [
  ...[null, 7, true, "text", {}, [], [null], ["line"], [{}], [[line]], Array(101).fill(line)],
  ...Object.keys(line).map((field) => [{ ...line, [field]: undefined }]),
  [{ ...line, more: 1 }],
  ...changed("description", [null, "", chars(501), 7, "a\u0000b"]),
  ...changed("quantity", [null, 0, -1, 1.5, 10_001, "2"]),
  ...changed("unitAmount", [null, "0", "01", "-1", "1.5", "", 1, (most + 1n).toString()]),
  ...changed("unit", [null, "", chars(41), 7]),
  ...changed("taxRate", [null, 1, 1_900, "19", 10_001, -1, 1.5]),
  ...changed("taxCategory", [null, "", "s", "X", "S"]),
  [{ ...line, taxCategory: "S", taxRate: 0 }],
  [{ ...line, taxCategory: "AE", taxRate: 1 }],
  [{ ...line, taxCategory: "S", taxRate: 10_001 }],
];

export const rightLines = [
  Array(100).fill(line),
  [{ ...line, taxCategory: "S", taxRate: 10_000, unit: chars(40), description: chars(500) }],
  [{ ...line, taxCategory: "AE", taxRate: 0 }],
  [{ ...line, taxCategory: "O" }],
  [{ ...line, quantity: 10_000, unitAmount: "1" }],
];

const legalName = "Engines Ltd";
export const wrongParties = [
  ...[null, 7, true, "text", [], {}, { legalName: "" }, { legalName: chars(201) }],
  { legalName, more: 1 },
  ...["", "DE", "DE12345678", "123456789", null, chars(41)].map((vatId) => ({ legalName, vatId })),
  ...[null, "", chars(201)].map((reference) => ({ legalName, reference })),
  ...[null, "Berlin", {}, { country: "de" }, { country: "DEU" }, { country: "DE", line1: "" }].map(
    (address) => ({ legalName, address }),
  ),
];

export const rightParties = [
  { legalName },
  {
    legalName,
    vatId: "de 123.456-789",
    reference: "PO",
    address: { country: "DE", city: "Berlin" },
  },
];
