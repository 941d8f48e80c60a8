/** The first that fits counts: many carry the names of others too. */
const browsers = {
  Edge: /\bEdg(e|A|iOS)?\//,
  Opera: /\bOPR\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /(Chrome|CriOS)\//,
  Safari: /\bSafari\//,
};
const systems = {
  Windows: /\bWindows\b/,
  Android: /\bAndroid\b/,
  iOS: /\b(iPhone|iPad)\b/,
  macOS: /\bMac OS X\b/,
  Linux: /\bLinux\b/,
};
const lengthMax = 60;

/** A browser and a system in plain words, else what the program calls itself. */
export function deviceOf(agent: string): string {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser && system) return `${browser} on ${system}`;
  return agent.length > lengthMax ? `${agent.slice(0, lengthMax)}…` : agent || 'Unknown device';
}

function nameIn(known: Record<string, RegExp>, agent: string): string | undefined {
  return Object.entries(known).find(([, pattern]) => pattern.test(agent))?.[0];
}
