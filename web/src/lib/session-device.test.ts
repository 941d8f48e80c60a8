import { expect, it } from 'vitest';
import { deviceOf } from './session-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0 Safari/537.36`,
    'Chrome on Linux',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/142.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/142.0 Safari/537.36 OPR/90.0`,
    'Opera on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iOS'],
  [`${iphone} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
])('knows %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

it('leaves what it does not know in its own words, cut short', () => {
  expect(deviceOf('curl/8.14.1')).toBe('curl/8.14.1');
  expect(deviceOf('Windows Update Agent')).toBe('Windows Update Agent');
  expect(deviceOf(`bot ${'x'.repeat(200)}`)).toBe(`bot ${'x'.repeat(56)}…`);
  expect(deviceOf('')).toBe('Unknown device');
});
