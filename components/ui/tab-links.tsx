import type { MouseEventHandler } from "react";

interface Tab {
  readonly href: string;
  readonly name: string;
  readonly isCurrent: boolean;
  /** For a page that can show the other tab by itself. */
  readonly onClick?: MouseEventHandler;
}

interface Props {
  /** Says what is chosen among. */
  label: string;
  tabs: readonly Tab[];
}

/** Pages that stand beside each other. Each has its own address. */
export function TabLinks({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="-mx-1 overflow-x-auto px-1">
      <ul className="flex gap-1 border-line border-b">
        {tabs.map(({ href, name, isCurrent, onClick }) => (
          <li key={href}>
            <a
              href={href}
              onClick={onClick}
              aria-current={isCurrent ? "page" : undefined}
              className="-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-muted text-sm hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
