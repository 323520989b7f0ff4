/** So many of something. @param noun in the plural, e.g. "deliveries" */
export function counted(count: number, noun: string): string {
  if (count !== 1) return `${count} ${noun}`;
  return `1 ${noun.replace(/ies$/, "y").replace(/s$/, "")}`;
}
