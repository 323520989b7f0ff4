/** What of a key press counts. */
type Press = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "isComposing">;

/**
 * What a field has when a key is pressed before it is there.
 * @returns null for a key that is not meant for a field
 */
export function withPress(text: string, press: Press): string | null {
  const { key, metaKey, ctrlKey, altKey, isComposing } = press;
  if (metaKey || ctrlKey || altKey || isComposing || key === "Escape") return null;
  if (key === "Backspace") return [...text].slice(0, -1).join("");
  return [...key].length === 1 ? text + key : text;
}
