/** What has been given of a business so far, by the field's name. */
export type Draft = Readonly<Record<string, string>>;

const keyOf = (merchantId: string) => `stipend:onboarding:${merchantId}`;

/** What was given in this browser before; nothing where it keeps nothing. */
export function readDraft(merchantId: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(merchantId)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    );
  } catch {
    return {};
  }
}

/** Keeps what has been given; a browser that keeps nothing loses only the convenience. */
export function keepDraft(merchantId: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(merchantId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(merchantId));
  } catch {
    // Storage is off or full.
  }
}

/** The texts of a form. */
export const draftOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const),
  );
