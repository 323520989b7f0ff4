/** A factor that another provider has asked for; there is no such word in RFC 8176. */
export const FEDERATED = "fed";
