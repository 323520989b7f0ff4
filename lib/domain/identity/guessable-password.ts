import { commonPasswords } from "./common-passwords.generated";

const LEAST_CHARACTERS = 5;
/** What is made of one piece that is repeated counts as the piece. */
const LONGEST_UNIT = 8;

const common = new Set(commonPasswords.trim().split(/\s+/));

/** Whether a text is one of the common passwords, or two of them one after the other. */
function isCommon(text: string): boolean {
  if (common.has(text)) return true;
  for (let at = 1; at < text.length; at += 1) {
    if (common.has(text.slice(0, at)) && common.has(text.slice(at))) return true;
  }
  return false;
}

function isRepeated(text: string): boolean {
  const longest = Math.min(LONGEST_UNIT, Math.floor(text.length / 2));
  for (let length = 1; length <= longest; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/**
 * Whether a password is one that is tried first: the address, few characters, a short piece over and over, or a common
 * password or two, whatever the case, the signs between, and the digits around.
 */
export function isGuessable(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) return true;
  if (new Set(password).size < LEAST_CHARACTERS || isRepeated(lower)) return true;
  const plain = lower.replace(/[^a-z0-9]/g, "");
  // Of other scripts the list knows nothing.
  if (plain.length < lower.length / 2) return false;
  const core = plain.replace(/^\d+|\d+$/g, "");
  return isRepeated(plain) || isCommon(plain) || (core !== "" && isCommon(core));
}
