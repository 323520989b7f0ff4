/** Stands where JSON text has a number of which JavaScript would lose digits. */
export const impreciseNumber: unique symbol = Symbol("imprecise number");

/** Texts, which may hold anything, and numbers (RFC 8259). */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Numbers of 15 digits without an exponent are always kept. */
const mayLose = /[\d.]{16}|\d[eE]/;

/** A number as its significant digits and the place of the last one, however it is written. */
function significant(text: string): string {
  const [mantissa = "", exponent = "0"] = text.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return "0";
  return `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}

const isKept = (text: string) => significant(String(Number(text))) === significant(text);

/**
 * Parses JSON; a number that JavaScript cannot hold to its last digit (IEEE 754 double precision)
 * becomes `impreciseNumber`.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayLose.test(text)) return value;
  let lost = 0;
  const mark = `imprecise ${crypto.randomUUID()}`;
  const marked = text.replace(tokens, (token) => {
    if (token.startsWith('"') || isKept(token)) return token;
    lost += 1;
    return JSON.stringify(mark);
  });
  if (lost === 0) return value;
  return JSON.parse(marked, (_, part) => (part === mark ? impreciseNumber : part));
}
