/** A merchant's status in a registry, in the order of the contract's enum. */
export const registryStatuses = ["none", "active", "suspended", "closed"] as const;
export type RegistryStatus = (typeof registryStatuses)[number];
