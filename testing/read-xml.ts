/** An element as tests read it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** What stands in it and below it. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};
const plain = (text: string) => text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);

/** Reads XML without comments, processing instructions in it, and CDATA, which is what we write. */
export function readXml(xml: string): XmlElement {
  const root = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [root];
  for (const [, close, name = "", given = "", text = ""] of xml
    .replace(/^<\?xml[^>]*\?>/, "")
    .matchAll(/<(\/?)([\w:]+)([^>]*)>([^<]*)/g)) {
    if (close) {
      const ended = open.pop();
      if (ended?.name !== name) throw new Error(`${name} ends ${ended?.name}`);
      const parent = open.at(-1);
      if (parent) parent.text += ended.text + plain(text);
      continue;
    }
    const attributes = Object.fromEntries(
      [...given.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key,
        plain(value),
      ]),
    );
    const element = { name, attributes, children: [], text: plain(text) };
    open.at(-1)?.children.push(element);
    open.push(element);
  }
  const [first] = root.children;
  if (!first || open.length > 1) throw new Error("not one element");
  return first;
}

/** The elements that a path of names leads to, `ram:` by default. */
export function findAll(from: XmlElement, path: string): readonly XmlElement[] {
  return path.split("/").reduce<readonly XmlElement[]>(
    (found, step) => {
      const name = step.includes(":") ? step : `ram:${step}`;
      return found.flatMap(({ children }) => children.filter((child) => child.name === name));
    },
    [from],
  );
}
