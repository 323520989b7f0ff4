"use client";

import type { Mode } from "@/lib/core/modes";
import { hrefIn } from "./dashboard-frame";
import { listOf } from "./nav-entries";
import { remember } from "./remember";

const names: Readonly<Record<Mode, string>> = { test: "Test", live: "Live" };
const look =
  "inline-flex min-h-11 items-center sm:min-h-9 rounded-lg px-3 text-muted text-sm aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-sm";

/** Test data or live data; the two never mix. The address says which, and the next visit keeps it. */
export function ModeSwitch(props: { path: string; mode: Mode; hasLive: boolean }) {
  const { path, mode, hasLive } = props;
  const link = (one: Mode) => (
    <a
      href={hrefIn(one === mode ? path : listOf(path), one)}
      onClick={() => void remember("stipend_mode", one)}
      aria-current={one === mode ? "true" : undefined}
      className={look}
    >
      {names[one]}
    </a>
  );
  return (
    <nav aria-label="Mode" className="flex rounded-xl bg-panel px-1 sm:py-1">
      {link("test")}
      {hasLive ? (
        link("live")
      ) : (
        <span className={look} title="No live chain is configured on this installation yet">
          Live <span className="sr-only">is not available here yet</span>
        </span>
      )}
    </nav>
  );
}
