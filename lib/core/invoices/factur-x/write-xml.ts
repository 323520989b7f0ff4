/** An element by name and content: a text, or its children; `undefined` leaves it out. */
export type XmlNode = readonly [
  name: string,
  content: string | readonly (XmlNode | undefined)[] | undefined,
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

/** An element and all below it; elements without content are left out. */
export function writeXml([name, content, attributes = {}]: XmlNode): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  if (content === undefined) return "";
  const inner =
    typeof content === "string"
      ? escapeXml(content)
      : content.map((child) => (child ? writeXml(child) : "")).join("");
  return inner === "" ? "" : `<${name}${given}>${inner}</${name}>`;
}
