import { useEffect, useRef } from "react";

/** Does something once, as the component appears. */
export function useOnce(work: () => void): void {
  const first = useRef(work);
  useEffect(() => first.current(), []);
}
