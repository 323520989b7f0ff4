import { maxImageBytes } from "@/lib/core/kinds";
import { StipendError } from "@/sdk/src/errors";

/**
 * Refuses a picture's file that the API would refuse for its size, before it is sent.
 * @throws StipendError `invalid_request` with `body_too_large`
 */
export function checkFileSize(file: Blob): void {
  if (file.size <= maxImageBytes) return;
  throw new StipendError(
    {
      code: "invalid_request",
      message: "The file is larger than 2 MB.",
      details: { reason: "body_too_large" },
    },
    413,
    undefined,
  );
}
