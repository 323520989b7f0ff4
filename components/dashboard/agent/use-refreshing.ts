"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const EVERY_MS = 2_000;
const TIMES = 30;

/** Reads the page anew every two seconds for a minute, each time it is begun: for what shows once a block is final. */
export function useRefreshing(): () => void {
  const router = useRouter();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      router.refresh();
      setLeft(left - 1);
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [left, router]);
  return () => setLeft(TIMES);
}
