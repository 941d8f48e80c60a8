import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { addressesOfPanel, filesOf, screensByAddress } from './first-load.ts';

/**
 * Writes down which files each address loads beside the entry. The server names them in the page,
 * so that they come together with the entry and not after it. And every address of the panel: all
 * others are found by nobody.
 */
export function loadHints(): Plugin {
  return {
    name: 'load-hints',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({ html: inTurn(html), tags: fontTags(bundle) }),
    },
    async writeBundle({ dir = '' }, bundle) {
      const hints = [...(await screensByAddress(this))].map(([address, screens]) => [
        address,
        filesOf(bundle, screens).lazy.map((file) => `/${file}`),
      ]);
      writeFileSync(join(dir, 'load-hints.json'), JSON.stringify(Object.fromEntries(hints)));
      const addresses = JSON.stringify(await addressesOfPanel());
      writeFileSync(join(dir, 'addresses.json'), addresses);
    },
  };
}

/** The typeface comes with the page: whoever waited for the style sheet would see another first. */
function fontTags(bundle: object): HtmlTagDescriptor[] {
  return Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
      injectTo: 'head',
    }));
}

/**
 * Style goes before script: on a slow line the head of the page is there much sooner (see early.js)
 * and the rest hardly later. The packages run as a script of their own before ours, so that a slow
 * machine is not held up by both at a stretch.
 */
function inTurn(html: string): string {
  const packages = /<link rel="modulepreload"([^>]*) href="([^"]*packages[^"]*)"([^>]*)>\s*/;
  const [link = '', before = '', file = '', after = ''] = packages.exec(html) ?? [];
  const script = '<script type="module"';
  return html
    .replace(link, '')
    .replace(script, `${script}${before} src="${file}"${after}></script>\n    ${script}`)
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
}
