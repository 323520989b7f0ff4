/** Gives the focus to the first heading of a part of the page, so that it is read out. */
export function focusHeading(part: ParentNode | null | undefined): void {
  const heading = part?.querySelector<HTMLElement>("h1, h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
