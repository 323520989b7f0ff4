/** In live mode a person must have authenticated anew. */
export const inLiveMode = (says: string) => ({
  says,
  when: (_: object, caller: { readonly mode?: string }) => caller.mode === "live",
});
