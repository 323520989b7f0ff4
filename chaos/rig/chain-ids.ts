/** The id of the chain on which most is paid, and of a second one, which loses a final block. */
export const chainIds = { first: 31337, second: 31338 } as const;
