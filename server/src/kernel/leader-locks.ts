/** What only one node does at a time; each has a number of its own among advisory locks. */
export const leaderLocks = {
  engine: 7_390_412,
  demoStory: 7_390_413,
  demoPlayers: 7_390_414,
  watch: 7_390_415,
};
