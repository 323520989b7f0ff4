/** What was asked has not answered in time; it may still. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * What `work` resolves with, if that is within `ms`. The work itself goes on.
 * @param late makes the error of what took longer
 * @throws NoAnswer, unless `late` makes another
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  late: () => Error = () => new NoAnswer(ms),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
