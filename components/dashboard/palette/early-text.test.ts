import { expect, it } from "vitest";
import { withPress } from "./early-text";

const press = (key: string, held: Partial<Parameters<typeof withPress>[1]> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  isComposing: false,
  ...held,
});

it("has what is typed, without what is taken back", () => {
  const keys = ["0", "x", "Shift", "C", "é", "🙂", "Backspace", "Enter", "ArrowDown"];
  expect(keys.reduce<string | null>((text, key) => withPress(text ?? "", press(key)), "")).toBe(
    "0xCé",
  );
  expect(withPress("", press("Backspace"))).toBe("");
});

it("leaves alone what is not meant for a field", () => {
  expect(withPress("a", press("Escape"))).toBeNull();
  for (const held of ["metaKey", "ctrlKey", "altKey", "isComposing"]) {
    expect(withPress("a", press("k", { [held]: true })), held).toBeNull();
  }
});
