/** Stands for a part of the page whose code is being loaded. */
export const Loading = () => (
  <p role="status" className="text-muted text-sm">
    Loading…
  </p>
);
