"use client";

import { type FormEvent, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control-look";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import { useControl } from "@/components/ui/use-control";
import { keyFault, type MetadataRow, metadataChange, rowsOf } from "./metadata-rows";
import { changeMerchant, type OwnMerchant } from "./own-merchant";

/** The merchant's own keys and values. */
export function MetadataSection({ metadata }: Pick<OwnMerchant, "metadata">) {
  const api = useApi();
  const why = useWhyReadOnly();
  const { busy, problem, run } = useTask();
  const [kept, setKept] = useState(metadata);
  const [rows, setRows] = useState(() => rowsOf(metadata));
  const change = metadataChange(kept, rows);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!change) return showToast("No changes to save.");
    void run(async () => {
      const saved = await changeMerchant(api, { metadata: change });
      setKept(saved.metadata);
      setRows(rowsOf(saved.metadata));
      showToast("Saved.");
    });
  };
  const edit = (id: number, given: Partial<MetadataRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...given } : row)));
  const add = () => setRows([...rows, { id: nextId(rows), key: "", text: "" }]);
  return (
    <Section
      title="Metadata"
      text="Your own keys and values, such as an account number in your books. Visible only in the API."
      action={
        <Offered why={why}>
          <Button look="secondary" data-adds-row onClick={add}>
            Add key
          </Button>
        </Offered>
      }
    >
      {(rows.length > 0 || change) && (
        <Form onSubmit={save} className="grid gap-3">
          <TaskProblem problem={problem} />
          {rows.map((row) => (
            <MetadataLine
              key={row.id}
              row={row}
              wrong={keyFault(rows, row)}
              onEdit={(given) => edit(row.id, given)}
              onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
            />
          ))}
          {why === null && (
            <Button type="submit" busy={busy} className="justify-self-start">
              Save
            </Button>
          )}
        </Form>
      )}
    </Section>
  );
}

const nextId = (rows: readonly MetadataRow[]) => Math.max(-1, ...rows.map(({ id }) => id)) + 1;

interface LineProps {
  row: MetadataRow;
  /** What is wrong with its key. */
  wrong: string | false;
  onEdit(given: Partial<MetadataRow>): void;
  onRemove(): void;
}

function MetadataLine({ row: { id, key, text }, wrong, onEdit, onRemove }: LineProps) {
  const { control, error: found } = useControl({ wrong });
  // Another row's change may have put it right.
  const error = wrong && found;
  return (
    <div className="grid items-start gap-x-3 border-line border-b pb-3 text-sm sm:grid-cols-[1fr_2fr_auto]">
      <div>
        <input
          {...control}
          aria-invalid={error ? true : undefined}
          aria-label={`Key ${id + 1}`}
          placeholder="Key"
          required
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          className={`${controlLook} font-mono`}
          value={key}
          onChange={({ target }) => onEdit({ key: target.value })}
        />
        {error && (
          <p id={`${control.id}-error`} className="mt-1.5 text-bad">
            {error}
          </p>
        )}
      </div>
      <input
        aria-label={`Value ${id + 1}`}
        placeholder="Value"
        maxLength={500}
        autoComplete="off"
        className={controlLook}
        value={text}
        onChange={({ target }) => onEdit({ text: target.value })}
      />
      <LinkButton label={key ? `Remove ${key}` : `Remove key ${id + 1}`} onClick={onRemove}>
        Remove
      </LinkButton>
    </div>
  );
}
