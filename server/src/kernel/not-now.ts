/** Somebody else has what we need: to start again in a while may work. */
export class NotNow extends Error {}
