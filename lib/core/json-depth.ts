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
