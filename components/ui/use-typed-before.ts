import { type ChangeEventHandler, type RefObject, useRef } from "react";
import { useOnce } from "./use-once";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Controlled<C extends Control> {
  value?: unknown;
  onChange?: ChangeEventHandler<C> | undefined;
}

/**
 * Keeps what was typed into a field before the page's code came: React leaves it in the field as it hydrates, tells
 * of no change, and overwrites it later. Several fields may tell at once, so each adds to its owner's newest state.
 * @returns the field's ref
 */
export function useTypedBefore<C extends Control>({
  value,
  onChange,
}: Controlled<C>): RefObject<C | null> {
  const control = useRef<C>(null);
  useOnce(() => {
    const target = control.current;
    if (!target || value === undefined || target.value === String(value)) return;
    onChange?.({ target, currentTarget: target } as Parameters<ChangeEventHandler<C>>[0]);
  });
  return control;
}
