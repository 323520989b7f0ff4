/**
 * The page's only way to the server: `npm run lint` refuses `fetch` elsewhere, so that no call goes past `withStepUp`
 * unseen. Streams and pages' own reads use it directly.
 */
export const fetchOwn: typeof fetch = (...args) => fetch(...args);
