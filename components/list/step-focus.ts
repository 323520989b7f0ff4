/** Moves the focus to the link of the next row, or of the one before; from elsewhere to the first or the last. */
export function stepFocus(table: HTMLElement | null, by: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>("a[data-row]") ?? [])];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const next = at === -1 ? links.at(by === 1 ? 0 : -1) : links[at + by];
  next?.focus();
}
