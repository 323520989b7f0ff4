/** The API asks for something else than was agreed. Nothing was signed. */
export class NotAsAgreedError extends Error {
  override readonly name = "NotAsAgreedError";

  constructor(
    readonly field: string,
    readonly agreed: string,
    readonly asked: string,
  ) {
    super(`Nothing was signed: ${field} is ${asked}, and ${agreed} was agreed.`);
  }
}

/** Compares by text, in any case. @throws NotAsAgreedError for the first field that differs */
export function checkAgreed<Terms extends object>(asked: Terms, agreed: Partial<Terms>): void {
  const given = new Map<string, unknown>(Object.entries(asked));
  for (const [field, value] of Object.entries(agreed)) {
    if (value === undefined) continue;
    const [expected, actual] = [String(value), String(given.get(field))];
    if (expected.toLowerCase() === actual.toLowerCase()) continue;
    throw new NotAsAgreedError(field, expected, actual);
  }
}
