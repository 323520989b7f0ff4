/** Runs once in each server process of Next; `next start` alone does the background work from here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackground } = await import("./background");
  startBackground();
}
