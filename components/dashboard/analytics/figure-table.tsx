"use client";

import { useActing } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { type Column, Table } from "@/components/ui/table";
import { DownloadIcon } from "@/components/ui/work-icons";
import { saveFile } from "@/lib/client/save-file";

interface Props<Row> {
  /** Says what is listed, and names the file. */
  caption: string;
  columns: readonly (Column<Row> & { text(row: Row): string | number })[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/** Figures as a file (RFC 4180). */
export function FigureFile<Row>({ caption, columns, rows }: Omit<Props<Row>, "keyOf">) {
  const { mode, hasModes = true } = useActing();
  const save = () => {
    const lines = rows.map((row) => columns.map(({ text }) => String(text(row))).join(","));
    const head = columns.map(({ name }) => `"${name}"`).join(",");
    const scope = hasModes ? `-${mode}` : "";
    const name = `${caption.toLowerCase().replaceAll(/\W+/g, "-")}${scope}.csv`;
    saveFile(name, new Blob([`${[head, ...lines].join("\r\n")}\r\n`], { type: "text/csv" }));
  };
  return (
    <div>
      <Button look="secondary" onClick={save} aria-label={`Download CSV: ${caption}`}>
        <DownloadIcon className="size-4" />
        Download CSV
      </Button>
    </div>
  );
}

/** The figures behind a chart: as a table, and as a file. */
export function FigureTable<Row>(props: Props<Row>) {
  return (
    <Disclosure summary="As a table">
      <div className="grid gap-3">
        <Table {...props} />
        <FigureFile {...props} />
      </div>
    </Disclosure>
  );
}
