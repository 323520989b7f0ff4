/**
 * An element by name and content: a text, or its children; `undefined` leaves it out, and `null` writes it without
 * content.
 */
export type XmlNode = readonly [
  name: string,
  content: string | readonly (XmlNode | undefined)[] | null | undefined,
  attributes?: Readonly<Record<string, string>>,
];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML 1.0 can hold of a text: without control characters and halves of surrogate pairs. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/gu, "");
}

function escapeXml(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** An element and all below it; elements without content, or with nothing but spaces, are left out. */
export function writeXml([name, content, attributes = {}]: XmlNode): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  if (content === undefined) return "";
  if (content === null) return `<${name}${given}></${name}>`;
  const inner =
    typeof content === "string"
      ? escapeXml(content)
      : content.map((child) => (child ? writeXml(child) : "")).join("");
  return inner.trim() === "" ? "" : `<${name}${given}>${inner}</${name}>`;
}
