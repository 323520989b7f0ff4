"use client";

import { useEffect, useRef } from "react";
import { KeyCaps } from "@/components/dashboard/keyboard/key-caps";
import { groupsOf } from "./groups-of";
import type { PaletteEntry } from "./palette-entry";

interface Props {
  listId: string;
  entries: readonly PaletteEntry[];
  active: number;
  choose(entry: PaletteEntry, inNewTab: boolean): void;
  onPoint(place: number): void;
}

/** What the palette offers, under headings. */
export function PaletteList({ listId, entries, ...rest }: Props) {
  const groups = groupsOf(entries);
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="max-h-[min(28rem,calc(100dvh-9rem))] overflow-y-auto p-2 empty:hidden"
    >
      {groups.map(([name, own]) => (
        <fieldset key={name} aria-label={name} className="min-w-0">
          <p aria-hidden className="px-2 pt-2 pb-1 text-muted text-xs">
            {name}
          </p>
          {own.map((entry) => (
            <Option
              key={entry.id}
              entry={entry}
              place={entries.indexOf(entry)}
              listId={listId}
              {...rest}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

type OptionProps = Omit<Props, "entries"> & { entry: PaletteEntry; place: number };

/** The focus stays in the field, which names the active option, also when one is pressed. */
function Option({ entry, place, listId, active, choose, onPoint }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isActive = place === active;
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const { title, detail, keys } = entry;
  return (
    <div
      ref={ref}
      id={`${listId}-${place}`}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={({ key }) => key === "Enter" && choose(entry, false)}
      onClick={(event) => choose(entry, event.metaKey || event.ctrlKey)}
      onPointerMove={() => onPoint(place)}
      className={`flex min-h-10 cursor-pointer items-center gap-x-3 rounded-lg px-2 py-1.5 text-sm max-sm:min-h-11 max-sm:flex-col max-sm:items-start max-sm:justify-center ${isActive ? "bg-accent-soft" : ""}`}
    >
      <span className="min-w-0 max-w-full truncate">{title}</span>
      {detail && (
        <span className="max-w-full shrink-0 truncate text-muted text-xs tabular-nums">
          {detail}
        </span>
      )}
      {keys && (
        <span className="ml-auto flex shrink-0 gap-1 max-sm:hidden">
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  );
}
