/** The version label of the interface; a key and a webhook endpoint pin the one they were created under. */
export const apiVersion = "2026-04-27";
export const apiVersions = [apiVersion] as const;

/** The version of this program, the same as in package.json. */
export const productVersion = "0.1.0";
