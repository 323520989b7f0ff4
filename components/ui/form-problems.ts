"use client";

import { createContext } from "react";

/** Messages by the id of their control. */
export type FormProblems = Readonly<Record<string, string>>;

/** The controls of the form around that were wrong when it was sent, and how each is put right. */
export const FormProblemsContext = createContext<FormProblems>({});

type FormControl = Pick<HTMLInputElement, "id" | "type" | "minLength" | "validationMessage"> & {
  readonly validity: Pick<
    ValidityState,
    "valid" | "valueMissing" | "typeMismatch" | "patternMismatch" | "tooShort"
  >;
  readonly dataset: { readonly wrong?: string | undefined; readonly format?: string | undefined };
};

/** What is wrong with a control's value, and how it is put right; null where nothing is. */
export function problemOfControl(control: FormControl): string | null {
  const { dataset, type, validity, minLength, validationMessage } = control;
  if (dataset.wrong) return dataset.wrong;
  if (validity.valid) return null;
  if (validity.valueMissing) {
    return type === "select-one" ? "Choose one." : "Fill out this field.";
  }
  if (dataset.format) return dataset.format;
  if (validity.typeMismatch && type === "email") return "Enter an email like ada@example.com.";
  if (validity.typeMismatch && type === "url") return "Enter an address like https://shop.example.";
  if (validity.tooShort) return `Use at least ${minLength} characters.`;
  return validationMessage;
}

/** The controls of a form that are wrong, in the order of the page. */
export function problemsOf(controls: Iterable<FormControl>): FormProblems {
  const problems: Record<string, string> = {};
  for (const control of controls) {
    const problem = control.id ? problemOfControl(control) : null;
    if (problem) problems[control.id] = problem;
  }
  return problems;
}
