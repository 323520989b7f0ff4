"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether wallets are apps here rather than browser extensions. An iPad calls itself a Mac. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(neverChanges, isPhone, () => false);
}

function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /Android|iPhone|iPad|iPod/i.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
  );
}
