/**
 * How a node is run: with the defaults the young generation takes 32 MB, and the rest grows to more
 * than twice of what is in use before it is cleaned. Under load that is a third of a node's memory,
 * for half a hundredth of its speed.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=40'];
