/** A cell in quotes, or without; and what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/**
 * Reads CSV (RFC 4180), whose first line names the columns.
 * @throws Error where it is none
 */
export function readCsv(text: string): { columns: string[]; rows: Record<string, string>[] } {
  const lines: string[][] = [];
  let line: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no CSV at ${JSON.stringify(text.slice(at, at + 80))}`);
    const [, quoted, plain = "", end] = found;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) throw new Error("the last line has no end");
  const [columns = [], ...rest] = lines;
  const rows = rest.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`${cells.length} cells: ${cells}`);
    return Object.fromEntries(columns.map((name, place) => [name, cells[place] ?? ""]));
  });
  return { columns, rows };
}
