import { expect, test } from "vitest";
import { maxImageBytes } from "@/lib/core/kinds";
import { checkFileSize } from "./check-file-size";

const ofSize = (bytes: number) => new Blob([new Uint8Array(bytes)]);

test("a file of 2 MB is sent, and one of a byte more is refused as the API would", () => {
  expect(() => checkFileSize(ofSize(maxImageBytes))).not.toThrow();
  expect(() => checkFileSize(ofSize(maxImageBytes + 1))).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      reason: "body_too_large",
      message: "The file is larger than 2 MB.",
    }),
  );
});
