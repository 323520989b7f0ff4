"use client";

import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { useOnce } from "@/components/ui/use-once";
import { isTypingKey } from "./is-typing-key";
import { isDay } from "./local-day";

interface Props {
  id: string;
  type: "date" | "search";
  /** As it is in force; it may change while the field is shown. */
  value: string;
  className: string;
  placeholder?: string | undefined;
  /** A date may be emptied. */
  isOptional?: boolean;
  /** Called with a whole date, or a trimmed text, that differs from `value`. */
  onCommit(value: string): void;
}

/**
 * A field whose text counts once it is whole: by Enter, or when the field is left; a date of the browser's calendar at
 * once. The field keeps the focus and what is typed: another value from outside is shown once it has been left.
 */
export function CommittedInput(props: Props) {
  const { id, type, value, className, placeholder, isOptional = true, onCommit } = props;
  const input = useRef<HTMLInputElement>(null);
  const isEdited = useRef(false);
  const isTyping = useRef(false);
  useOnce(() => {
    // Typed before the page's code came.
    isEdited.current = input.current !== null && input.current.value !== value;
  });
  useEffect(() => {
    const field = input.current;
    if (field && !isEdited.current && document.activeElement !== field) field.value = value;
  }, [value]);
  const commit = (field: HTMLInputElement): boolean => {
    const text = field.value.trim();
    if (!isEdited.current || text === value || !isWhole(field, isOptional)) return false;
    isEdited.current = false;
    onCommit(text);
    return true;
  };
  const leave = ({ target }: FocusEvent<HTMLInputElement>) => {
    const isCommitted = commit(target);
    isEdited.current = false;
    // Else what is in force is shown again; a committed value follows.
    if (!isCommitted) target.value = value;
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    isTyping.current = isTypingKey(event);
    if (event.key === "Enter") commit(event.currentTarget);
  };
  return (
    <input
      ref={input}
      id={id}
      type={type}
      className={className}
      defaultValue={value}
      placeholder={placeholder}
      // With it the year is whole after four digits.
      max={type === "date" ? "9999-12-31" : undefined}
      autoComplete="off"
      spellCheck={false}
      suppressHydrationWarning
      onPointerDown={() => {
        isTyping.current = false;
      }}
      onKeyDown={press}
      onChange={({ target }) => {
        isEdited.current = true;
        if (type === "date" && !isTyping.current) commit(target);
      }}
      onBlur={leave}
    />
  );
}

/** Whether a field has a date that can be meant, or any text; a date of which parts are missing has no value. */
function isWhole({ type, value, validity }: HTMLInputElement, isOptional: boolean): boolean {
  if (type !== "date") return true;
  return value === "" ? isOptional && !validity.badInput : isDay(value);
}
