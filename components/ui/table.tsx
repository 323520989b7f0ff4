import type { ReactNode } from "react";

export interface Column<Row> {
  readonly name: string;
  /** Amounts and counts stand under each other by their last digit. */
  readonly isNumber?: boolean;
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  /** Says what is listed. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/** A list in columns; on a phone each row is a card whose lines name their column. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <table className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th
              key={name}
              scope="col"
              className={`border-line border-b pr-4 pb-2 font-medium text-muted last:pr-0 ${isNumber ? "text-right" : "text-left"}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid gap-3 sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="group grid gap-1.5 rounded-xl border border-line p-4 sm:table-row sm:border-0 sm:p-0"
          >
            {columns.map((column, at) => (
              <Cell key={column.name} {...{ column, row }} isHead={at === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** It names the row. */
  isHead: boolean;
}

function Cell<Row>({ column: { name, isNumber, cell }, row, isHead }: CellProps<Row>) {
  const look = `flex min-w-0 items-baseline justify-between gap-4 font-normal sm:table-cell sm:border-line sm:border-b sm:py-3 sm:group-last:border-b-0 sm:group-last:pb-0 sm:pr-4 sm:align-baseline sm:last:pr-0 ${isNumber ? "tabular-nums sm:text-right" : "text-left"}`;
  const content = (
    <>
      <span aria-hidden="true" className="shrink-0 text-muted sm:hidden">
        {name}
      </span>
      <span className={`wrap-anywhere min-w-0 text-right ${isNumber ? "" : "sm:text-left"}`}>
        {cell(row)}
      </span>
    </>
  );
  if (!isHead) return <td className={look}>{content}</td>;
  return (
    <th scope="row" className={look}>
      {content}
    </th>
  );
}
