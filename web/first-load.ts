import { fileURLToPath } from 'node:url';
import { normalizePath, type Rolldown, runnerImport } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The id of a source of ours in the build. */
export function moduleAt(path: string): string {
  return normalizePath(fileURLToPath(new URL(path, import.meta.url)));
}

function readPages() {
  return runnerImport<typeof import('./src/app/pages.ts')>(moduleAt('src/app/pages.ts'));
}

export async function addressesOfPanel(): Promise<string[]> {
  return (await readPages()).module.panelAddresses();
}

/**
 * Every address that shows a screen, without what is variable in it, and the modules that it loads
 * lazily, outermost first.
 */
export async function screensByAddress(
  build: Rolldown.PluginContext,
): Promise<Map<string, string[]>> {
  const source = moduleAt('src/app/pages.ts');
  const { module: table } = await readPages();
  const { pages, accountPages, accountPath, verifyPage, withoutId } = table;
  const shell = moduleAt('src/app/shell/shell.tsx');
  // The table imports them in its own order: the layout, then a screen for each page.
  const [layout = '', ...rest] = build.getModuleInfo(source)?.dynamicallyImportedIds ?? [];
  const line: [string, string[]][] = [
    ...Object.values(pages).map(({ path }): [string, string[]] => [path, [shell]]),
    ...Object.values(accountPages).map(({ path }): [string, string[]] => [
      `${accountPath}${path}`,
      [shell, layout],
    ]),
    [verifyPage.path, []],
  ];
  if (new Set(rest).size !== line.length || rest.length !== line.length) {
    throw new Error('every page of the table imports a screen of its own, once');
  }
  const screens = line.map(([path, around], index): [string, string[]] => [
    withoutId(path),
    [...around, rest[index] ?? ''],
  ]);
  // A list and one of its rows share an address: the list stands first and is opened more often.
  return new Map([...screens, [accountPath, [shell, layout]] as [string, string[]]].toReversed());
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
    (chunk) => chunk.type === 'chunk' && chunk.moduleIds.includes(screen),
  );
  if (!found) throw new Error(`${screen} is not in the build`);
  return found.fileName;
}
