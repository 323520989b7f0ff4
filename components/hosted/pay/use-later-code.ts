import { use } from "react";
import type { LaterPart } from "@/lib/client/later-part";
import { oldPage } from "@/lib/client/old-page";

const AGAIN_MS = 3_000;

const firstLoads = new WeakMap<object, Promise<unknown>>();

/**
 * The code of a part. A page whose first screen needs it waits for it before it takes over what the server has rendered;
 * on any other page the code is loaded before it is needed. Null where the server no longer has it, which the page says.
 */
export function useLaterCode<T>(part: LaterPart<T>): T | null {
  return part.loaded ?? use(firstLoad(part));
}

/** The same promise at each attempt to render. */
function firstLoad<T>(part: LaterPart<T>): Promise<T | null> {
  const load = (firstLoads.get(part) as Promise<T | null> | undefined) ?? untilThere(part);
  firstLoads.set(part, load);
  return load;
}

/** Stays with what the server has rendered while the server is away. */
async function untilThere<T>(part: LaterPart<T>): Promise<T | null> {
  for (;;) {
    const code = await part.load();
    if (code || oldPage.get()) return code;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
