import type { Page } from "@playwright/test";

/** Something that a person does on a page. */
export interface Interaction {
  act(): Promise<void>;
  /** An expression that is true in the page once what was asked for is there. */
  shown: string;
  /** Takes the page back to where it was. */
  undo?(): Promise<void>;
}

/** Milliseconds from the first key or pointer event. */
export interface Measured {
  /** Until the browser had painted after the longest of its events (Event Timing API, in steps of eight). */
  painted: number;
  /** Until the frame in which what was asked for is there. */
  shown: number;
}

/** As text, because the names that tsx keeps in functions are not known in the page. */
const watch = (shown: string) => `new Promise((resolve) => {
  window.watching = new Promise((done) => {
    let startedAt = null, painted = 0;
    const begin = (event) => { startedAt ??= event.timeStamp; };
    addEventListener("pointerdown", begin, { capture: true, once: true });
    addEventListener("keydown", begin, { capture: true, once: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (startedAt !== null && startTime >= startedAt) painted = Math.max(painted, duration);
      }
    }).observe({ type: "event", durationThreshold: 16 });
    const look = () => {
      if (startedAt === null || !(${shown})) return requestAnimationFrame(look);
      const shownAt = performance.now() - startedAt;
      // Entries come after the paint.
      setTimeout(() => done({ painted, shown: shownAt }), 100);
    };
    look();
  });
  resolve();
})`;

/** Does interactions in turn, each first without measuring it. */
export async function measureInteraction(
  page: Page,
  interactions: readonly Interaction[],
  times: number,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const warmUps = interactions.length < times ? interactions.length : 0;
  for (let count = -warmUps; count < times; count += 1) {
    const interaction = interactions[(count + warmUps) % interactions.length];
    if (!interaction) break;
    await page.evaluate(watch(interaction.shown));
    await interaction.act();
    const result = await page.evaluate<Measured>("window.watching");
    if (count >= 0) measured.push(result);
    await interaction.undo?.();
  }
  return measured;
}
