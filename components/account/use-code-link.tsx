"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { type CodeLink, type PendingCode, takeCodeLink } from "./pending-code";

interface LinkedCode {
  /** Fills the field of the step that takes the code. */
  readonly code: string | undefined;
  /** Says where a code is to be typed that another browser asked for. */
  readonly notice: ReactNode;
}

/**
 * Reads the link of a mail with a code, which fills the code in and sends nothing.
 * @param go shows the step that takes it; false where this page has none for it
 */
export function useCodeLink(go: (pending: PendingCode) => boolean): LinkedCode {
  const [link, setLink] = useState<CodeLink | null>(null);
  const [isFilled, setFilled] = useState(false);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const read = () => {
      const found = takeCodeLink();
      if (!found) return;
      setLink(found);
      setFilled(found.pending !== null && latest.current(found.pending));
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  if (!link) return { code: undefined, notice: null };
  if (isFilled) return { code: link.code, notice: null };
  const notice = (
    <div className="mb-5">
      <Notice tone="wait">
        The code{" "}
        <strong translate="no" className="font-mono">
          {link.code}
        </strong>{" "}
        was requested in another browser, or has expired. Enter it where you requested it, or start
        over here.
      </Notice>
    </div>
  );
  return { code: undefined, notice };
}
