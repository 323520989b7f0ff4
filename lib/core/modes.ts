/** `test` and `live` never see each other's data. */
export const modes = ["test", "live"] as const;
export type Mode = (typeof modes)[number];
