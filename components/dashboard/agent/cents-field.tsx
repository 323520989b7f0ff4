"use client";

import { TextField } from "@/components/ui/text-field";
import { typedCents } from "./agent-config";

interface Props {
  name: string;
  label: string;
  hint: string;
  value: string;
  /** Whether the field may be empty. */
  isOptional?: boolean;
  error?: string | undefined;
  onChange(typed: string): void;
}

/** A field for an amount in US dollars. */
export function CentsField({ value, isOptional = false, onChange, ...rest }: Props) {
  const isEmpty = value.trim() === "";
  const isWrong = isEmpty ? !isOptional : typedCents(value) === null;
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      wrong={isWrong && "Enter an amount like 1000.00 (up to 2 decimals)."}
    />
  );
}
