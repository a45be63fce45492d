/** An id that nobody else has. Browsers make one themselves only where the connection is secure, not on a phone in a LAN. */
export const uniqueId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
