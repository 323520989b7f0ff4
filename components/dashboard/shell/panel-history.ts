import { changeAddress } from "./change-address";

let isLeaving = false;

/** Opens a panel as a step of the browser's history, so that Back closes it. */
export function openPanel(name: string, value: string): void {
  changeAddress({ [name]: value }, { method: "pushState", kept: { panel: name } });
}

/** Closes a panel: by the step back, where it was opened on this page; else the address goes on without it. */
export function closePanel(name: string): void {
  if (window.history.state?.panel !== name) {
    changeAddress({ [name]: null }, { method: "replaceState" });
    return;
  }
  // The step takes a moment, in which a second Escape would go one further.
  if (isLeaving) return;
  isLeaving = true;
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  window.history.back();
}
