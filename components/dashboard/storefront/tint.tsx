"use client";

import type { ReactNode } from "react";

/** How light a color looks, from 0 to 1 (WCAG 2.2, relative luminance). @param color `#` and six hex digits */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Where black on a color has more contrast than white has. */
const LIGHT = 0.179;

interface Props {
  /** Null: the color of our own buttons. */
  color: string | null;
  className: string;
  children?: ReactNode;
}

/** A part in a color of the merchant's, with text that can be read on it. The CSP refuses style attributes. */
export function Tint({ color, className, children }: Props) {
  const paint = (element: HTMLElement | null) => {
    if (!element) return;
    element.style.backgroundColor = color ?? "";
    element.style.color = color === null ? "" : luminanceOf(color) > LIGHT ? "#000000" : "#ffffff";
  };
  return (
    <span ref={paint} className={`bg-action text-on-action ${className}`}>
      {children}
    </span>
  );
}
