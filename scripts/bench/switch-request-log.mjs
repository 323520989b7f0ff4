/*
 * Loaded into the app by its benchmark alone: SIGUSR2 takes the request log away, and the next one gives it back.
 * The app itself has no such switch.
 */
let kept;

process.on("SIGUSR2", () => {
  const runtime = globalThis.stipendRuntime;
  if (!runtime) return;
  kept ??= runtime;
  const isOn = runtime.requestLog !== undefined;
  globalThis.stipendRuntime = isOn ? { ...kept, requestLog: undefined } : kept;
});
