import { expect, test } from "vitest";
import { withoutBidiControls } from "./plain-text";

test("text cannot turn round what is around it", () => {
  expect(withoutBidiControls("\u202egnp.exe \u2066in\u2069 \u202alre\u202c")).toBe(
    "gnp.exe in lre",
  );
});

test("right-to-left writing and its marks stay as they are", () => {
  expect(withoutBidiControls("قهوة\u200f! שלום")).toBe("قهوة\u200f! שלום");
});
