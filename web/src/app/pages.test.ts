import { expect, test } from 'vitest';
import { nowherePage, panelAddresses } from './pages.ts';
import { router } from './router.tsx';

test('the addresses that the server knows are those of the routes', () => {
  const routes = Object.keys(router.routesByPath).map((path) => path.replace(/(?<=.)\/$/, ''));
  const nowhere = `/${nowherePage.path}`;
  const known = [...new Set(routes)].filter((path) => path !== nowhere);
  expect(known.toSorted()).toEqual(panelAddresses().toSorted());
});
