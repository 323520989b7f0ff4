"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import { keep, kept } from "@/lib/client/browser-storage";
import type { Mode } from "@/lib/core/modes";
import { KeyCaps } from "./key-caps";
import { type KeySequence, readKey } from "./read-key";
import { type Shortcut, shortcuts } from "./shortcut-store";
import { useShortcut } from "./use-shortcut";

const NAME = "stipend-single-keys";

/** Whether single keys do something: those who dictate, or whose keys repeat, switch them off (WCAG 2.1.4). */
function areKeysOn(): boolean {
  return kept(NAME) !== "off";
}

function switchKeys(on: boolean): void {
  keep(NAME, on ? "on" : "off");
}

const none: readonly Shortcut[] = [];

/** A page, and the key that leads to it after `g`. */
interface KeyedPage {
  readonly path: string;
  readonly name: string;
  readonly key?: string;
}

interface SheetProps {
  pages: readonly KeyedPage[];
  onClose(): void;
}

/** Every key that does something on the page, and the switch for all of them. */
function ShortcutSheet({ pages, onClose }: SheetProps) {
  const here = useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => none);
  const [on, setOn] = useState(areKeysOn);
  const entries = pages.filter(({ key }) => key);
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

interface Props {
  mode: Mode;
  /** Those of the navigation; the same list at each rendering. */
  pages: readonly KeyedPage[];
}

/** Listens to single keys on every page around which it stands, and shows what they do. */
export function Keyboard({ mode, pages }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  useShortcut({ key: "?", label: "Show these shortcuts", run: () => setOpen(true) });
  useEffect(() => {
    const places = new Map(
      pages.flatMap(({ key, path }) => (key === undefined ? [] : [[key, path] as const])),
    );
    let typed: KeySequence = { goAt: null };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (!areKeysOn() && event.key !== "?"))
        return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const isModified = ctrlKey || metaKey || altKey;
      const pressed = {
        key,
        isModified,
        isTyping: isTypedInto(event.target),
        atMs: event.timeStamp,
      };
      const [effect, next] = readKey(typed, pressed, { shortcuts: shortcuts.get(), places });
      typed = next;
      if (effect.kind === "none") return;
      event.preventDefault();
      if (effect.kind === "go") router.push(hrefIn(effect.path, mode));
      else effect.shortcut.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, mode, pages]);
  return open ? <ShortcutSheet pages={pages} onClose={() => setOpen(false)} /> : null;
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, dialog, [contenteditable]") !== null
  );
}
