import { readdirSync, readFileSync } from 'node:fs';
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

interface Route {
  parent: string | undefined;
  path: string;
  screen: string | undefined;
}

const folder = new URL('src/app/', import.meta.url);

/** Every address that shows a screen, with the sources that it loads lazily, outermost first. */
export function screensByAddress(): Map<string, string[]> {
  const sources = readdirSync(folder).filter((name) => /route.*\.tsx?$/.test(name));
  const routes = new Map(
    sources.flatMap((name) => routesIn(readFileSync(new URL(name, folder), 'utf8'))),
  );
  const screens = new Map<string, string[]>();
  for (const [name, { screen, path }] of routes) {
    if (!screen || !path) continue;
    const line = lineOf(routes, name);
    const address = line.map((route) => route.path).join('');
    screens.set(
      address,
      line.flatMap((route) => route.screen ?? []),
    );
  }
  return screens;
}

/** Routes are written down one way, as a constant each, and are read by that. */
function routesIn(source: string): [string, Route][] {
  const blocks = source.matchAll(/const (\w+) = createRoute\(\{(.*?)^\}\)/gms);
  return [...blocks].map(([, name = '', text = '']) => {
    const screen = /import\('(?:#src|\.)\/([^']+)'\)/.exec(text);
    const route = {
      parent: /getParentRoute: \(\) => (\w+)/.exec(text)?.[1],
      path: /\bpath: '([^']+)'/.exec(text)?.[1] ?? '',
      screen: screen ? `src/${screen[0].includes('#src') ? '' : 'app/'}${screen[1]}` : undefined,
    };
    if (text.includes('lazyRouteComponent') && !screen) throw new Error(`${name} has no screen`);
    return [name, route];
  });
}

function lineOf(routes: Map<string, Route>, name: string | undefined): Route[] {
  const route = name === undefined ? undefined : routes.get(name);
  return route ? [...lineOf(routes, route.parent), route] : [];
}

/** The files of the entry, and those that screens need beside them. */
export function filesOf(bundle: Bundle, screens: string[]): { entry: string[]; lazy: string[] } {
  const entry = new Set<string>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry) visit(bundle, chunk.fileName, entry);
  }
  const all = new Set(entry);
  for (const screen of screens) visit(bundle, chunkWith(bundle, screen), all);
  return { entry: [...entry], lazy: [...all].filter((file) => !entry.has(file)) };
}

function visit(bundle: Bundle, file: string, files: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || files.has(file)) return;
  files.add(file);
  for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
  for (const imported of chunk.imports) visit(bundle, imported, files);
}

/** The chunk that a screen is in, alone or grouped with others. */
function chunkWith(bundle: Bundle, screen: string): string {
  const found = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(`/${screen}`)),
  );
  if (!found) throw new Error(`${screen} is not in the build`);
  return found.fileName;
}
