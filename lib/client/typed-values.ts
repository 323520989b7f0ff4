import { keepInTab, keptInTab } from "./browser-storage";

const STORAGE_KEY = "stipend-typed";
/** A form that is opened later than this is a new one. */
const KEPT_MS = 600_000;
/** So many frames after nothing more could be put back, a form has grown as far as it does. */
const IDLE_FRAMES = 5;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is read of a control. */
export type ControlFacts = Pick<HTMLInputElement, "name" | "type" | "value"> & {
  readonly checked?: boolean;
  readonly readOnly?: boolean;
  readonly autocomplete?: string;
};

/** The values of a form by their controls' names; the second control of a name is `name#1`. */
type FormValues = Readonly<Record<string, string>>;

interface Typed {
  /** The page's path and query. */
  readonly page: string;
  readonly atMs: number;
  readonly forms: readonly FormValues[];
}

const unkept = new Set(["password", "file", "hidden", "submit", "button", "reset", "image"]);
const secretName = /password|secret|token|privatekey|^code$|^typed$/i;
const secretPurpose = /password|one-time-code/;

/** Passwords, codes, keys and files are never kept, nor what cannot be typed. */
function mayBeKept({ name, type, readOnly, autocomplete = "" }: ControlFacts): boolean {
  if (!name || readOnly || unkept.has(type)) return false;
  return !secretName.test(name) && !secretPurpose.test(autocomplete);
}

const isTicked = ({ type }: ControlFacts) => type === "checkbox" || type === "radio";

/** The controls that may be kept, each with its key. */
function keyed<C extends ControlFacts>(controls: Iterable<C>): [string, C][] {
  const counts = new Map<string, number>();
  return [...controls].filter(mayBeKept).map((control) => {
    const count = counts.get(control.name) ?? 0;
    counts.set(control.name, count + 1);
    return [count === 0 ? control.name : `${control.name}#${count}`, control];
  });
}

const textOf = (control: ControlFacts): string =>
  isTicked(control) ? String(control.checked === true) : control.value;

/** What is in a form's controls. */
export const valuesOf = (controls: Iterable<ControlFacts>): FormValues =>
  Object.fromEntries(keyed(controls).map(([key, control]) => [key, textOf(control)]));

const keysOf = (values: FormValues) => Object.keys(values);
const hasSameKeys = (one: FormValues, other: FormValues) =>
  keysOf(one).toSorted().join() === keysOf(other).toSorted().join();

/**
 * Which of the kept forms a form is: the one with the same fields, or else one that has all of its fields and begins
 * with the same, since forms grow with what is chosen in them.
 */
export function findForm(kept: readonly FormValues[], form: FormValues): FormValues | undefined {
  const [first] = keysOf(form);
  if (first === undefined) return undefined;
  const grown = (one: FormValues) =>
    keysOf(one)[0] === first && keysOf(form).length > 1 && keysOf(form).every((key) => key in one);
  return kept.find((one) => hasSameKeys(one, form)) ?? kept.find(grown);
}

const pageNow = () => location.pathname + location.search;

function readTyped(): readonly FormValues[] {
  try {
    const typed: Typed = JSON.parse(keptInTab(STORAGE_KEY) ?? "");
    return typed.page === pageNow() && Date.now() - typed.atMs < KEPT_MS ? typed.forms : [];
  } catch {
    return [];
  }
}

function writeTyped(forms: readonly FormValues[]): void {
  const typed: Typed = { page: pageNow(), atMs: Date.now(), forms };
  keepInTab(STORAGE_KEY, forms.length > 0 ? JSON.stringify(typed) : null);
}

const isControl = (element: Element): element is Control => "validity" in element;
const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(isControl) as (Control & ControlFacts)[];

/** What is typed in the forms of the page now. */
export function typedNow(): FormValues[] {
  const forms = [...document.forms].map((form) => valuesOf(controlsOf(form)));
  return forms.filter((form) => Object.values(form).some((value) => value !== ""));
}

/** Keeps what is typed for the same page, loaded again. A form that has left the page since stays kept as it was. */
export function keepTyped(forms: readonly FormValues[] = typedNow()): void {
  const gone = readTyped().filter((kept) => !forms.some((form) => hasSameKeys(form, kept)));
  writeTyped([...forms, ...gone]);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Puts back once what was typed in a form before the page was loaded again. */
export async function putBackTyped(form: HTMLFormElement): Promise<void> {
  const kept = readTyped();
  const typed = kept.length > 0 && findForm(kept, valuesOf(controlsOf(form)));
  if (!typed) return;
  writeTyped(kept.filter((one) => one !== typed));
  const left = new Map(Object.entries(typed));
  // A choice that is put back brings further fields, which have their values in the next frame.
  for (let idle = 0; idle < IDLE_FRAMES; ) {
    const before = left.size;
    for (const [key, control] of keyed(controlsOf(form))) {
      putBack(left, key, control);
      // Each by itself: a form that changes its state from what it last rendered would lose the one before.
      await Promise.resolve();
    }
    if (left.size === 0) return;
    idle = left.size < before ? 0 : idle + 1;
    if (idle === 1 && [...left.keys()].some((key) => rowKey.test(key))) addRow(form);
    await nextFrame();
  }
}

/** The field of a row, such as a line of an invoice. */
const rowKey = /#\d+$|\[\d+\]/;
const addRow = (form: HTMLFormElement) =>
  form.querySelector<HTMLElement>("[data-adds-row]")?.click();

function putBack(left: Map<string, string>, key: string, control: Control & ControlFacts): void {
  const value = left.get(key);
  if (value === undefined || control.disabled) return;
  left.delete(key);
  if (value !== textOf(control)) setValue(control, value);
}

/** As if it was typed: React takes note only of what its own setter has not written. */
function setValue(control: Control & ControlFacts, value: string): void {
  if (isTicked(control)) {
    control.click();
    return;
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, value);
  for (const type of ["input", "change"]) {
    control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** A page is left for the same one by its own code: Next does so where the server answers with another build's payload. */
interface Leaving extends Event {
  readonly navigationType: string;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

/** Whether a page is loaded again in place of itself, other than by a reload. */
export function isReplacedByItself(
  { navigationType, destination }: Pick<Leaving, "navigationType" | "destination">,
  address: string,
): boolean {
  const isSame = destination.url.split("#")[0] === address.split("#")[0];
  return isSame && navigationType !== "reload" && !destination.sameDocument;
}

/** Keeps what is typed when the page is replaced by itself, and when it is left while `isOld`. @returns ends it */
export function keepWhenReplaced(isOld: () => boolean): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const leaving = (event: Event) => {
    if (isReplacedByItself(event as Leaving, location.href)) keepTyped();
  };
  addEventListener("pagehide", () => isOld() && keepTyped(), { signal });
  if ("navigation" in window) {
    (window.navigation as EventTarget).addEventListener("navigate", leaving, { signal });
  }
  return () => ending.abort();
}
