import { keep, kept } from "@/lib/client/browser-storage";

/** What has been given of a business so far, by the field's name. */
export type Draft = Readonly<Record<string, string>>;

const keyOf = (merchantId: string) => `stipend:onboarding:${merchantId}`;

/** What was given in this browser before; nothing where it keeps nothing. */
export function readDraft(merchantId: string): Draft {
  try {
    const draft: unknown = JSON.parse(kept(keyOf(merchantId)) ?? "{}");
    if (typeof draft !== "object" || draft === null) return {};
    return Object.fromEntries(
      Object.entries(draft).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    );
  } catch {
    return {};
  }
}

/** Keeps what has been given; a browser that keeps nothing loses only the convenience. */
export function keepDraft(merchantId: string, draft: Draft | null): void {
  keep(keyOf(merchantId), draft && JSON.stringify(draft));
}

/** The texts of a form. */
export const draftOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const),
  );
