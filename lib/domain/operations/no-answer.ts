/** What was asked has not answered in time; it may still. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * What `work` resolves with, if that is within `ms`. The work itself goes on.
 * @throws NoAnswer
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(ms)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
