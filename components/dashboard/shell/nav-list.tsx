"use client";

import Link from "next/link";
import type { Mode } from "@/lib/core/modes";
import { hrefIn } from "./dashboard-frame";
import type { NavGroup } from "./nav-entries";

interface Props {
  groups: readonly NavGroup[];
  /** The path of the page that is open. */
  path: string;
  mode: Mode;
  label: string;
  /** The entry that a page belongs to. */
  entryOf(path: string): string | undefined;
}

/** The pages of a shell under their headings. */
export function NavList({ groups, path, mode, label, entryOf }: Props) {
  const current = entryOf(path);
  return (
    <nav aria-label={label} className="grid gap-6 lg:gap-4">
      {groups.map(({ name, entries }) => (
        <div key={name ?? ""}>
          {name && <p className="px-3 pb-1 text-muted text-xs">{name}</p>}
          <ul className="grid gap-0.5">
            {entries.map((entry) => (
              <li key={entry.path}>
                <Link
                  href={hrefIn(entry.path, mode)}
                  prefetch={false}
                  aria-current={
                    entry.path === current ? (current === path ? "page" : "true") : undefined
                  }
                  className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-muted text-sm transition-colors hover:bg-panel hover:text-ink aria-[current]:bg-panel aria-[current]:font-medium aria-[current]:text-ink lg:min-h-8"
                >
                  {entry.icon}
                  {entry.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
