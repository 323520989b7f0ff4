"use client";

import {
  type FormEvent,
  type FormHTMLAttributes,
  type InputEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { putBackTyped } from "@/lib/client/typed-values";
import { type FormProblems, FormProblemsContext, problemsOf } from "./form-problems";
import { useOnce } from "./use-once";

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit" | "noValidate"> {
  /** Only called once every control is right; the browser's own sending is stopped. */
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Also where it is within a part of the page that is folded away. */
function focusOn(id: string): void {
  const control = document.getElementById(id);
  const folded = control?.closest("details");
  if (folded) folded.open = true;
  control?.focus();
}

const isControl = (element: Element): element is Control => "validity" in element;

/**
 * A form that can always be sent, and answers: the first control that is wrong takes the focus, with a message tied to
 * it that says how it is put right. One that the server refuses takes it when the answer comes. What was typed is put
 * back where the page was loaded again for an update.
 */
export function Form({ onSubmit, onInput, children, ...rest }: Props) {
  const [problems, setProblems] = useState<FormProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  useOnce(() => {
    if (form.current) void putBackTyped(form.current);
  });
  useEffect(() => {
    const refused = isSent.current && form.current?.querySelector<HTMLElement>("[aria-invalid]");
    if (!refused) return;
    isSent.current = false;
    refused.focus();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const found = problemsOf([...elements].filter(isControl) as HTMLInputElement[]);
    const [first] = Object.keys(found);
    // At once: the message is there when the focus comes.
    flushSync(() => setProblems(found));
    if (first !== undefined) return focusOn(first);
    isSent.current = true;
    onSubmit(event);
  };
  const forget = (event: InputEvent<HTMLFormElement>) => {
    isSent.current = false;
    const { id } = event.target as HTMLElement;
    if (id in problems) {
      const { [id]: _, ...others } = problems;
      setProblems(others);
    }
    onInput?.(event);
  };
  return (
    <FormProblemsContext value={problems}>
      <form method="post" {...rest} ref={form} noValidate onSubmit={submit} onInput={forget}>
        {children}
      </form>
    </FormProblemsContext>
  );
}
