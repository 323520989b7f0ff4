"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { navGroups } from "@/components/dashboard/nav-entries";
import type { Mode } from "@/lib/core/modes";
import { areKeysOn } from "./key-choice";
import { readKey, type Typed } from "./read-key";
import { ShortcutSheet } from "./shortcut-sheet";
import { shortcuts } from "./shortcut-store";
import { useShortcut } from "./use-shortcut";

const places = new Map(
  navGroups.flatMap(({ entries }) =>
    entries.flatMap(({ key, path }) => (key === undefined ? [] : [[key, path] as const])),
  ),
);

/** Listens to single keys on every page of the dashboard, and shows what they do. */
export function Keyboard({ mode }: { mode: Mode }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  useShortcut({ key: "?", label: "Show these shortcuts", run: () => setOpen(true) });
  useEffect(() => {
    let typed: Typed = { goAt: null };
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
  }, [router, mode]);
  return open ? <ShortcutSheet onClose={() => setOpen(false)} /> : null;
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, dialog, [contenteditable]") !== null
  );
}
