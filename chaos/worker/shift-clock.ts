/** Makes this process believe that it is so much later, or earlier where it is negative. */
export function shiftClock(shiftMs: number): void {
  if (shiftMs === 0) return;
  const TrueDate = globalThis.Date;
  const now = () => TrueDate.now() + shiftMs;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length ? args : [now()], self),
    get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
  });
}
