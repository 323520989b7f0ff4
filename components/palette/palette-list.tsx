"use client";

import { useEffect, useRef } from "react";
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
      className="max-h-[min(28rem,calc(100dvh-9rem))] overflow-y-auto p-2"
    >
      {groups.map(([name, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, and no fieldsets
        <div key={name} role="group" aria-label={name}>
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
        </div>
      ))}
    </div>
  );
}

type OptionProps = Omit<Props, "entries"> & { entry: PaletteEntry; place: number };

function Option({ entry, place, listId, active, choose, onPoint }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isActive = place === active;
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const { title, detail, keys } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose an option
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    <div
      ref={ref}
      id={`${listId}-${place}`}
      role="option"
      aria-selected={isActive}
      onClick={(event) => choose(entry, event.metaKey || event.ctrlKey)}
      onPointerMove={() => onPoint(place)}
      className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-sm ${isActive ? "bg-accent-soft" : ""}`}
    >
      <span className="wrap-anywhere shrink-0 basis-auto max-sm:shrink">{title}</span>
      {detail && <span className="min-w-0 truncate text-muted text-xs tabular-nums">{detail}</span>}
      {keys && (
        <span className="ml-auto flex shrink-0 gap-1 max-sm:hidden">
          {keys.map((key) => (
            <kbd
              key={key}
              className="rounded-md border border-line bg-panel px-1.5 py-0.5 font-mono text-xs"
            >
              {key}
            </kbd>
          ))}
        </span>
      )}
    </div>
  );
}
