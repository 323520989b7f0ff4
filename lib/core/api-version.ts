/** The version label of the interface; a key and a webhook endpoint pin the one they were created under. */
export const apiVersion = "2026-04-27";
export const apiVersions = [apiVersion] as const;
