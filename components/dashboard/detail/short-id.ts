/** An id as people compare it: its kind, its beginning and its end. */
export const shortId = (id: string): string =>
  id.length > 16 ? `${id.slice(0, 9)}…${id.slice(-4)}` : id;
