import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const asked = 'tabler:';
/** Ids that begin so are nobody else's to read; the folder puts icons into a group of their own. */
const folder = '\0/tabler-icons/';
const outline = [
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"',
  'stroke-width="2"',
].join(' ');
const filled = 'fill="currentColor"';

/**
 * `tabler:eye` is a component that draws this icon of Tabler's, and nothing of the other six
 * thousand. They come as one file of drawings: as components they are a third of all the files
 * that an installation of Pitboss would have to write.
 */
export function tablerIcons(): Plugin {
  const icons = readIcons();
  return {
    name: 'tabler-icons',
    resolveId: (id) => (id.startsWith(asked) ? folder + id.slice(asked.length) : undefined),
    load: (id) => {
      if (!id.startsWith(folder)) return undefined;
      const name = id.slice(folder.length);
      const icon = icons[name];
      if (!icon) throw new Error(`Tabler has no icon "${name}".`);
      return componentOf(name, icon.body);
    },
  };
}

function readIcons(): Record<string, { body: string }> {
  const file = fileURLToPath(import.meta.resolve('@iconify-json/tabler/icons.json'));
  return JSON.parse(readFileSync(file, 'utf8')).icons;
}

function componentOf(name: string, body: string): string {
  const isFilled = !body.includes(outline);
  const pen = isFilled ? filled : outline;
  const shapes = body.replace(new RegExp(`^<g ${pen}>(.*)</g>$`), '$1').replace(` ${pen}`, '');
  const found = [...shapes.matchAll(/<path (?:fill="(?<fill>currentColor)" )?d="(?<d>[^"]+)"\/>/g)];
  if (found.map(([path]) => path).join('') !== shapes) {
    throw new Error(`The icon "${name}" has something that "ui/icon.tsx" does not draw: ${body}`);
  }
  const drawing = JSON.stringify({ paths: found.map(({ groups }) => ({ ...groups })), isFilled });
  return [
    "import { jsx } from 'react/jsx-runtime';",
    "import { Drawing } from '/src/ui/icon.tsx';",
    `const drawing = ${drawing};`,
    'export default function TablerIcon(props) {',
    '  return jsx(Drawing, { ...props, drawing });',
    '}',
  ].join('\n');
}
