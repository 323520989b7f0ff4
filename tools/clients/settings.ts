const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

/** Where a client calls, with which key, and the idempotency key of its payment session. */
export const settings = {
  baseUrl: setting("CLIENT_BASE_URL"),
  key: setting("CLIENT_KEY"),
  repeatKey: setting("CLIENT_REPEAT_KEY"),
};

/** Prints what a client got. */
export const report = (answers: object): boolean =>
  process.stdout.write(`${JSON.stringify(answers)}\n`);
