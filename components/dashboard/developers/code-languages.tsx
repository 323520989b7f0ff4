"use client";

import { useSyncExternalStore } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { keep, kept } from "@/lib/client/browser-storage";

/** The languages of examples. */
export const languages = ["curl", "Node", "Next.js", "Python"] as const;
export type Language = (typeof languages)[number];

const KEY = "stipend-language";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const remembered = () => kept(KEY);

function remember(language: Language): void {
  keep(KEY, language);
  for (const listener of listeners) listener();
}

interface Props {
  /** What the code does. */
  label: string;
  /** The code in each language that there is. */
  code: Readonly<Partial<Record<Language, string>>>;
}

/** Code in several languages. The user's choice is stored and applies to every page. */
export function CodeLanguages({ label, code }: Props) {
  const wanted = useSyncExternalStore(subscribe, remembered, () => null);
  const offered = languages.filter((language) => code[language] !== undefined);
  const shown = offered.find((language) => language === wanted) ?? offered[0] ?? "Node";
  const text = code[shown] ?? "";
  return (
    <section
      aria-label={label}
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-panel"
    >
      <div className="flex items-center justify-between gap-2 border-line border-b pr-3 pl-1">
        <fieldset className="relative flex min-w-0 overflow-x-auto">
          <legend className="sr-only">Language</legend>
          {offered.map((language) => (
            <label
              key={language}
              className="inline-flex min-h-11 cursor-pointer items-center border-transparent border-b-2 px-2.5 text-muted text-xs hover:text-ink has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 sm:min-h-9"
            >
              <input
                type="radio"
                name={label}
                checked={language === shown}
                onChange={() => remember(language)}
                className="sr-only"
              />
              {language}
            </label>
          ))}
        </fieldset>
        <CopyButton compact text={text} label={`Copy the ${shown} code`} copied="Copied" />
      </div>
      <pre
        translate="no"
        className="wrap-anywhere whitespace-pre-wrap p-4 font-mono text-xs leading-relaxed"
      >
        {text}
      </pre>
    </section>
  );
}
