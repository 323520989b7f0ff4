"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useTask } from "./use-task";

/** A task that ends on another page: busy until that page is shown, so that it isn't done twice meanwhile. */
export function useLeavingTask() {
  const router = useRouter();
  const [isLeaving, startLeaving] = useTransition();
  const { busy, ...task } = useTask();
  const leaveFor = (href: string) => startLeaving(() => router.push(href));
  return { ...task, busy: busy || isLeaving, leaveFor };
}
