type Key = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">;

const editingKeys = new Set(["Backspace", "Delete", "ArrowUp", "ArrowDown"]);

/**
 * Whether a key edits a part of a date field, as opposed to keys that open the browser's calendar (Space, F4, Alt with
 * an arrow) or move on. A change after such a key is not complete yet: `2` is the year of a date until `2026` is typed.
 */
export function isTypingKey({ key, altKey, ctrlKey, metaKey }: Key): boolean {
  if (altKey || ctrlKey || metaKey || key === " ") return false;
  return key.length === 1 || editingKeys.has(key);
}
