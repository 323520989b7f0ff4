"use client";

import { type KeyboardEvent, useId } from "react";
import type { ListFilter } from "./list-declaration";
import { dayOf, instantOf } from "./local-day";

interface Props {
  filter: ListFilter;
  value: string;
  onChange(value: string): void;
}

const look =
  "mt-1 block min-h-11 w-full rounded-xl border border-edge bg-canvas px-3 text-base sm:min-h-9 sm:text-sm";

/** One filter. A text counts once it is left, or by Enter. */
export function FilterField({ filter, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="min-w-36 flex-1 text-xs sm:max-w-56">
      <label htmlFor={id} className="text-muted">
        {filter.label}
      </label>
      <Control {...{ id, filter, value, onChange }} />
    </div>
  );
}

function Control({ id, filter, value, onChange }: Props & { id: string }) {
  if (filter.kind === "choice") {
    return (
      <select
        id={id}
        className={look}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Any</option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (filter.kind === "day") {
    const change = (day: string) => onChange(day === "" ? "" : instantOf(day, filter.edge));
    return (
      <input
        id={id}
        key={value}
        type="date"
        className={look}
        defaultValue={value === "" ? "" : dayOf(value, filter.edge)}
        suppressHydrationWarning
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return <TextFilter {...{ id, value, onChange }} hint={filter.hint} />;
}

function TextFilter(props: {
  id: string;
  value: string;
  hint: string | undefined;
  onChange(value: string): void;
}) {
  const { id, value, hint, onChange } = props;
  const commit = (text: string) => {
    if (text.trim() !== value) onChange(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") commit(event.currentTarget.value);
  };
  return (
    <input
      id={id}
      key={value}
      type="search"
      className={look}
      defaultValue={value}
      placeholder={hint}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => commit(target.value)}
    />
  );
}
