const NAME = "stipend-single-keys";

/** Whether single keys do something: those who dictate, or whose keys repeat, switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return localStorage.getItem(NAME) !== "off";
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(NAME, on ? "on" : "off");
}
