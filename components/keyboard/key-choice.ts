import { keep, kept } from "@/lib/client/browser-storage";

const NAME = "stipend-single-keys";

/** Whether single keys do something: those who dictate, or whose keys repeat, switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return kept(NAME) !== "off";
}

export function switchKeys(on: boolean): void {
  keep(NAME, on ? "on" : "off");
}
