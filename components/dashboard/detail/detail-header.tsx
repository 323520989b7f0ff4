"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { CopyButton } from "@/components/ui/copy-button";
import { BackIcon } from "@/components/ui/icons";
import { type ObjectName, objectKinds } from "@/lib/core/object-kinds";

/** What one object is called, many are, and where their list is. */
interface DetailKind {
  readonly one: string;
  readonly many: string;
  readonly list: string;
}

/** What stands above an object's page. */
export interface DetailHeading {
  /** What the object is: its list is above it. */
  kind: ObjectName | DetailKind;
  /** What this one is called, where its kind does not say enough: with its number, or of which sort. */
  called?: string;
  /** In place of that list. */
  back?: { path: string; name: string };
  id: string;
  /** The page's heading: an amount, a name. */
  title: ReactNode;
  /** A badge with text and icon. */
  status?: ReactNode;
  /** In a sentence, below the heading. */
  text?: ReactNode;
  /** What can be done with it. */
  actions?: ReactNode;
}

/** Next writes the page's own title later than the page. @returns ends it */
function keepTitle(title: string): () => void {
  const tell = () => {
    if (document.title !== title) document.title = title;
  };
  tell();
  const observer = new MutationObserver(tell);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** What an object's page is about, how it is, and what can be done with it. */
export function DetailHeader(props: DetailHeading) {
  const { kind, id, title, status, text, actions } = props;
  const { one, many, list } = typeof kind === "string" ? objectKinds[kind] : kind;
  const { called = one, back = { path: list, name: many } } = props;
  const { mode } = useActing();
  const statusId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const parts = [heading.current?.textContent, state.current?.textContent].filter(Boolean);
    return keepTitle(`${parts.join(", ")} · Stipend`);
  });
  return (
    <header className="mb-6 grid gap-3">
      <Link
        href={hrefIn(back.path, mode)}
        prefetch={false}
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-lg px-1 text-muted text-sm hover:text-ink sm:min-h-8"
      >
        <BackIcon className="size-4" />
        {back.name}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center text-muted text-sm">
            {called}
            <code translate="no" className="wrap-anywhere ml-2 font-mono text-xs">
              {id}
            </code>
            <span className="ml-3">
              <CopyButton compact text={id} label="Copy the id" copied="Copied" />
            </span>
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1
              ref={heading}
              aria-describedby={statusId}
              className="wrap-anywhere font-semibold text-2xl tabular-nums tracking-tight sm:text-3xl"
            >
              <span className="sr-only">{one} </span>
              {title}
            </h1>
            <span ref={state} id={statusId}>
              {status}
            </span>
          </div>
          {text && <p className="wrap-anywhere mt-1.5 max-w-2xl text-pretty text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
