import { useEffect } from "react";
import { focusHeading } from "./focus-heading";

/** The page that was shown before in this browser, whichever shell was around it. */
let shown: string | null = null;

/** Another page's heading takes the focus, unless something of the page has it already. */
export function useFocusOnPage(path: string): void {
  useEffect(() => {
    const isFollowing = shown !== null && shown !== path;
    shown = path;
    const content = document.getElementById("content");
    const at = document.activeElement;
    if (!isFollowing || (at !== content && content?.contains(at))) return;
    focusHeading(content);
  }, [path]);
}
