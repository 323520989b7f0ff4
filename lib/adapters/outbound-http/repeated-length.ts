import { Readable } from "node:stream";
import type { Answer } from "./download";

/** The parser's words for a length that is given more than once: in several fields, or in one. */
const codes = ["HPE_UNEXPECTED_CONTENT_LENGTH", "HPE_INVALID_CONTENT_LENGTH"];

/**
 * Reads an answer whose head names one length several times, which the parser takes for an error. A recipient may take
 * equal ones as one (RFC 9110, section 8.6).
 * @param error the parser's
 * @param pieces all that came, the body's beginning as far as it came with the head
 * @returns null when the lengths differ, the head is not whole, or something else is wrong
 */
export function readRepeatedLength(error: Error, pieces: readonly Buffer[]): Answer | null {
  if (!("code" in error && codes.includes(String(error.code)))) return null;
  const bytes = Buffer.concat(pieces);
  const head = finalHead(bytes);
  if (!head) return null;
  const fields = head.lines.map(splitField);
  const lengths = fields.flatMap(([name, value]) =>
    name === "content-length" ? value.split(",").map((one) => one.trim()) : [],
  );
  const [length = ""] = lengths;
  if (!/^\d{1,15}$/.test(length) || lengths.some((one) => one !== length)) return null;
  const body = bytes.subarray(head.end, head.end + Number(length));
  const headers = Object.fromEntries([...fields, ["content-length", length] as const]);
  return { status: head.status, headers, body: readableOf(body, Number(length)) };
}

interface Head {
  readonly status: number;
  readonly lines: readonly string[];
  /** Where the body begins. */
  readonly end: number;
}

/** The head behind all interim ones; null while it has no end. */
function finalHead(bytes: Buffer): Head | null {
  const text = bytes.toString("latin1");
  const empty = /\r?\n\r?\n/g;
  for (let start = 0; ; start = empty.lastIndex) {
    const end = empty.exec(text);
    if (!end) return null;
    const [statusLine = "", ...lines] = text.slice(start, end.index).split(/\r?\n/);
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1]);
    if (!status) return null;
    if (status >= 200 || status === 101) return { status, lines, end: empty.lastIndex };
  }
}

function splitField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** What came of a body, which is cut short where its length says so. */
function readableOf(body: Buffer, length: number): Readable {
  return Readable.from(
    (async function* () {
      if (body.length > 0) yield body;
      if (body.length < length) throw new Error("the body is not whole");
    })(),
  );
}
