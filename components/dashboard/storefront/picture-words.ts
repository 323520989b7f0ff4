import type { ImageStatus } from "@/lib/core/kinds";

const words: Record<Exclude<ImageStatus, "ok">, string> = {
  pending: "We’re fetching the picture.",
  image_unreachable: "The address gave us no file. We’ll keep trying for two days.",
  image_invalid: "The file is not a PNG, JPEG, WebP or GIF, or it is larger than 2 MB.",
};

/** What has become of a picture, where it is not shown as it should be. */
export const pictureWords = (status: ImageStatus | null): string | undefined =>
  status === null || status === "ok" ? undefined : words[status];
