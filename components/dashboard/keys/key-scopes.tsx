"use client";

import { useId } from "react";
import { type ControlProps, useControl } from "@/components/ui/use-control";
import { type Scope, type ScopePreset, scopePresets, scopes } from "@/lib/core/identity/scopes";

const presets: readonly (readonly [ScopePreset, string, string])[] = [
  ["checkout-only", "Checkout", "For a shop’s server: take payments and see their status"],
  ["full", "Everything", "All scopes, including keys and refunds"],
  ["read-only", "Read only", "View every object, change nothing"],
];

export type ScopeChoice = ScopePreset | "custom";

/** What of a key's scopes is a preset, in words. */
export function nameScopes(held: readonly Scope[]): string {
  const same = presets.find(([preset]) => {
    const own: readonly Scope[] = scopePresets[preset];
    return own.length === held.length && own.every((scope) => held.includes(scope));
  });
  if (same) return same[1];
  return held.length === 1 ? "1 scope" : `${held.length} scopes`;
}

interface Props {
  choice: ScopeChoice;
  chosen: ReadonlySet<Scope>;
  onChoice(choice: ScopeChoice): void;
  onChosen(chosen: ReadonlySet<Scope>): void;
  error: string | undefined;
}

/** Chooses what a key may do: one of the presets, or scope by scope. */
export function KeyScopes({ choice, chosen, onChoice, onChosen, error }: Props) {
  const isNone = choice === "custom" && chosen.size === 0;
  const { control, error: told } = useControl({
    error,
    wrong: isNone && "Choose at least one scope.",
  });
  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    onChosen(next);
  };
  const all: readonly (readonly [ScopeChoice, string, string])[] = [
    ...presets,
    ["custom", "Chosen scopes", "Each by itself"],
  ];
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1.5 font-medium">What may it do?</legend>
      {all.map(([value, name, text]) => (
        <Choice
          key={value}
          {...{ name, text }}
          checked={choice === value}
          onChange={() => onChoice(value)}
        />
      ))}
      {choice === "custom" && (
        <div className="grid gap-x-4 rounded-xl border border-line p-3 sm:grid-cols-2">
          {scopes.map((scope, at) => (
            <ScopeBox
              key={scope}
              {...(at === 0 ? { control } : {})}
              scope={scope}
              checked={chosen.has(scope)}
              onChange={toggle}
            />
          ))}
        </div>
      )}
      <p id={`${control.id}-error`} className="text-bad">
        {isNone ? told : error}
      </p>
    </fieldset>
  );
}

function Choice(props: { name: string; text: string; checked: boolean; onChange(): void }) {
  const { name, text, checked, onChange } = props;
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 items-center gap-3 rounded-xl border border-line px-3 py-2 has-checked:border-ink"
    >
      <input id={id} type="radio" name="preset" checked={checked} onChange={onChange} />
      <span>
        <span className="font-medium">{name}</span> <span className="text-muted">{text}</span>
      </span>
    </label>
  );
}

interface ScopeProps {
  control?: ControlProps;
  scope: Scope;
  checked: boolean;
  onChange(scope: Scope): void;
}

function ScopeBox({ control, scope, checked, onChange }: ScopeProps) {
  const own = useId();
  const id = control?.id ?? own;
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-2.5 sm:min-h-8">
      <input
        {...control}
        id={id}
        type="checkbox"
        checked={checked}
        onChange={() => onChange(scope)}
      />
      <code translate="no" className="font-mono text-xs">
        {scope}
      </code>
    </label>
  );
}
