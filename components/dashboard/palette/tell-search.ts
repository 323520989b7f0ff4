interface SearchStatus {
  count: number;
  typed: string;
  isLooking: boolean;
  isError: boolean;
}

/** Says how far a search is. @param nothing said where it finds none */
export function tellSearch(
  { count, typed, isLooking, isError }: SearchStatus,
  nothing: string,
): string {
  if (typed.trim().length > 1 && isLooking) return "Searching…";
  if (isError) return "Search isn’t responding. Only pages and actions are shown.";
  if (count === 0) return nothing;
  return count === 1 ? "1 result" : `${count} results`;
}
