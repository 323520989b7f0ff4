"use client";

import { useId } from "react";
import { CommittedInput } from "./committed-input";
import type { ListFilter } from "./list-declaration";
import { dayOf, instantOf } from "./local-day";

interface Props {
  filter: ListFilter;
  value: string;
  onChange(value: string): void;
}

const look =
  "mt-1 block min-h-11 w-full rounded-xl border border-edge bg-canvas px-3 text-base sm:min-h-9 sm:text-sm";

/** One filter. What is typed counts once it is left, or by Enter. */
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
    return (
      <CommittedInput
        id={id}
        type="date"
        className={look}
        value={value === "" ? "" : dayOf(value, filter.edge)}
        onCommit={(day) => onChange(day === "" ? "" : instantOf(day, filter.edge))}
      />
    );
  }
  return (
    <CommittedInput
      id={id}
      type="search"
      className={look}
      value={value}
      placeholder={filter.hint}
      onCommit={onChange}
    />
  );
}
