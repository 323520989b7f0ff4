import { focusHeading } from "./focus-heading";

/**
 * Where what has the focus leaves the page, as a row does that was revoked, the heading of its section takes it: else
 * the next Tab would begin at the top.
 * @returns ends it
 */
export function keepFocus(): () => void {
  let path: readonly Element[] = [];
  const note = ({ target }: FocusEvent) => {
    path = target instanceof Element ? withAncestors(target) : [];
  };
  const isLost = () => document.activeElement === document.body;
  const pass = () => {
    if (!isLost() || !path[0] || path[0].isConnected) return;
    const place = path.find((element) => element.isConnected);
    path = [];
    focusHeading(place?.closest("section, article, main") ?? document.getElementById("content"));
  };
  // A dialog that closes gives the focus back by itself, and a click beside everything takes it on purpose.
  const later = () => setTimeout(pass);
  const leave = () =>
    setTimeout(() => {
      if (isLost() && path[0]?.isConnected) path = [];
    });
  const observer = new MutationObserver(later);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", note);
  document.addEventListener("focusout", leave);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("focusout", leave);
  };
}

function withAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) path.push(at);
  return path;
}
