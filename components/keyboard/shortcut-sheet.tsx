"use client";

import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { navGroups } from "@/components/dashboard/nav-entries";
import { Dialog } from "@/components/ui/dialog";
import { areKeysOn, switchKeys } from "./key-choice";
import { type Shortcut, shortcuts } from "./shortcut-store";

const none: readonly Shortcut[] = [];

/** Every key that does something on the page, and the switch for all of them. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const here = useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => none);
  const [on, setOn] = useState(areKeysOn);
  const id = useId();
  const entries = navGroups.flatMap((group) => group.entries).filter(({ key }) => key);
  const change = (next: boolean) => {
    switchKeys(next);
    setOn(next);
  };
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <div className="grid gap-5 text-sm">
        <Keys title="On this page">
          {here.map(({ key, label }) => (
            <KeyLine key={key} keys={[key]} label={label} />
          ))}
          <KeyLine keys={["Enter"]} label="Open the row" />
        </Keys>
        <Keys title="Go to">
          {entries.map(({ key, name, path }) => (
            <KeyLine key={path} keys={["g", key ?? ""]} label={name} />
          ))}
        </Keys>
        <div className="flex min-h-11 items-center gap-3 border-line border-t pt-3">
          <input
            id={id}
            type="checkbox"
            checked={on}
            onChange={({ target }) => change(target.checked)}
            className="size-5 shrink-0 accent-action"
          />
          <label htmlFor={id}>Use single-key shortcuts in this browser</label>
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-muted text-xs">{title}</h3>
      <dl className="grid gap-x-6 sm:grid-cols-2">{children}</dl>
    </section>
  );
}

function KeyLine({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className="flex items-center justify-between gap-3 py-1">
      <dt>{label}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="grid min-w-6 place-items-center rounded-md border border-line bg-panel px-1.5 py-0.5 font-mono text-xs"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
