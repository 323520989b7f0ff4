"use client";

import { type ReactNode, useState, useSyncExternalStore } from "react";
import { navGroups } from "@/components/dashboard/nav-entries";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import { KeyCaps } from "./key-caps";
import { areKeysOn, switchKeys } from "./key-choice";
import { type Shortcut, shortcuts } from "./shortcut-store";

const none: readonly Shortcut[] = [];

/** Every key that does something on the page, and the switch for all of them. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const here = useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => none);
  const [on, setOn] = useState(areKeysOn);
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
        <div className="border-line border-t pt-3">
          <CheckField
            label="Use single-key shortcuts in this browser"
            checked={on}
            onChange={change}
          />
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
        <KeyCaps keys={keys} />
      </dd>
    </div>
  );
}
