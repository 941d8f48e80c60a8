/**
 * How a node is run: with the default of 32 MB the young generation alone takes a third of its
 * memory under load (286 MB against 220), for nothing that could be measured in speed.
 */
export const serverFlags = ['--max-semi-space-size=4'];
