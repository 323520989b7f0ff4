/** The largest file that is taken as a picture, in bytes. */
export const maxImageBytes = 2 * 1024 * 1024;

/** What pictures there are of a merchant. */
export const imagePurposes = ["logo"] as const;
export type ImagePurpose = (typeof imagePurposes)[number];

/**
 * What has become of a picture. `image_unreachable`: its URL gave no file; `image_invalid`: the file is no picture that
 * is taken. Both are tried again for a while.
 */
export const imageStatuses = ["pending", "ok", "image_unreachable", "image_invalid"] as const;
export type ImageStatus = (typeof imageStatuses)[number];
