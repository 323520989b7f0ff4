"use client";

import Link from "next/link";
import { useRef } from "react";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { CopyButton } from "@/components/ui/copy-button";
import type { ObjectWithId } from "@/lib/client/read-page";
import type { ListColumn, ListDeclaration } from "./list-declaration";

/** Moves the focus to the link of the next row, or of the one before; from elsewhere to the first or the last. */
function stepFocus(table: HTMLElement | null, by: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>("a[data-row]") ?? [])];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = at === -1 ? links.at(by === 1 ? 0 : -1) : links[at + by];
  next?.focus();
}

/** Where a cell stands in a phone's card, and in a table beside others. */
const places: Record<ListColumn<ObjectWithId>["place"], string> = {
  // It takes what the others leave.
  title: "col-start-1 row-start-1 min-w-0 md:table-cell md:w-full md:max-w-0",
  amount: "col-start-2 row-start-1 text-right tabular-nums md:table-cell md:whitespace-nowrap",
  note: "col-start-1 row-start-2 min-w-0 text-muted text-xs md:table-cell md:whitespace-nowrap md:text-sm",
  state: "col-start-2 row-start-2 justify-self-end md:table-cell md:whitespace-nowrap",
  more: "hidden xl:table-cell xl:whitespace-nowrap",
};

interface Props<Row extends ObjectWithId> {
  list: ListDeclaration<Row>;
  rows: readonly Row[];
  /** Beside other things on a page: only what a phone shows too. */
  isPart?: boolean;
}

/** Rows in columns, each a link to its object; on a phone each is a card of two lines. */
export function ListRows<Row extends ObjectWithId>({ list: whole, rows, isPart }: Props<Row>) {
  const ref = useRef<HTMLTableElement>(null);
  const columns = whole.columns.filter(({ place }) => !isPart || place !== "more");
  const list = { ...whole, columns };
  useShortcut({ key: "j", label: "Next row", run: () => stepFocus(ref.current, 1) });
  useShortcut({ key: "k", label: "Previous row", run: () => stepFocus(ref.current, -1) });
  return (
    <table ref={ref} className="block w-full text-sm md:table">
      <caption className="sr-only">{list.noun}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {list.columns.map(({ name, place, isNumber }) => (
            <th
              key={name}
              scope="col"
              className={`${place === "more" ? "max-xl:hidden" : ""} whitespace-nowrap border-line border-b px-3 pb-2 font-medium text-muted text-xs ${place === "amount" || isNumber ? "text-right" : "text-left"}`}
            >
              {name}
            </th>
          ))}
          <th scope="col" className="border-line border-b">
            <span className="sr-only">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody className="block divide-y divide-line md:table-row-group">
        {rows.map((row) => (
          <Row key={row.id} list={list} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row<R extends ObjectWithId>({ list, row }: { list: ListDeclaration<R>; row: R }) {
  return (
    <tr className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 focus-within:bg-panel hover:bg-panel md:table-row md:py-0">
      {list.columns.map((column) => {
        const look = `${places[column.place]} ${column.isNumber ? "text-right tabular-nums" : ""} md:px-3 md:py-2.5 md:align-middle`;
        if (column.place !== "title") {
          return (
            <td key={column.name} className={look}>
              {column.cell(row)}
            </td>
          );
        }
        return (
          <th key={column.name} scope="row" className={`text-left font-normal ${look}`}>
            <Title {...{ list, row, column }} />
          </th>
        );
      })}
      <td className="hidden w-px md:table-cell">
        <span className="relative z-1 block pr-2 opacity-0 focus-within:opacity-100 group-hover:opacity-100">
          <CopyButton compact text={row.id} label={`Copy the id ${row.id}`} copied="Copied" />
        </span>
      </td>
    </tr>
  );
}

/** The link lies over the whole row. */
function Title<R extends ObjectWithId>(props: {
  list: ListDeclaration<R>;
  row: R;
  column: ListColumn<R>;
}) {
  const { list, row, column } = props;
  const { mode } = useActing();
  const href = list.hrefOf?.(row);
  if (href === undefined) return column.cell(row);
  return (
    <Link
      href={hrefIn(href, mode)}
      prefetch={false}
      data-row
      className="font-medium after:absolute after:inset-0 focus-visible:outline-offset-4"
    >
      {column.cell(row)}
    </Link>
  );
}
