/**
 * When this page's answer began to arrive, on `performance.now`: what the server wrote into the page is
 * as old as that, also where scripts came late. 0 on the server.
 */
export function pageReceivedMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && "responseStart" in navigation ? Number(navigation.responseStart) : 0;
}
