/** How deep a body may nest: what goes through one calls itself at each level, and must not exhaust the stack. */
export const maxDepth = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text nests deeper than `max`; it is found out before anything is built of the text.
 * What is not JSON gets some answer, and is the parser's to refuse.
 */
export function isDeeperThan(max: number, text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * max) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > max) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

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
