/** An invoice's label as its merchant and customer read it: 1 → "INV-000001". */
export function invoiceLabel(number: number): string {
  return `INV-${String(number).padStart(6, "0")}`;
}
