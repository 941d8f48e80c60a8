import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@pitboss/testkit/bare-environment';
import { expect, test } from 'vitest';

const suite = fileURLToPath(new URL('../../../trials/faults/run.ts', import.meta.url));

interface Line {
  row: string;
  seed: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  controls: string[];
  faults: string[];
  holds: boolean;
}

/** Runs the fault suite as a person would; each outcome is a line of JSON. */
async function runFaults(...args: string[]): Promise<{ code: number | null; lines: Line[] }> {
  const child = spawn(process.execPath, [suite, '--json', ...args], {
    env: bareEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return { code, lines: lines.map((line) => JSON.parse(line) as Line) };
}

test('kills and double clicks lose nothing and make nothing twice', async () => {
  const { code, lines } = await runFaults('--quick');
  for (const line of lines) {
    // The whole line, so that a failure shows its seed and what was found.
    expect(line).toMatchObject({ lost: 0, doubled: 0, faults: [], holds: true });
    expect(line.acknowledged).toBeGreaterThan(0);
    expect(line.controls.join()).toContain('noticed');
  }
  expect(lines.map(({ row }) => row)).toEqual(['R7', 'R9', 'R1', 'R2']);
  expect(code).toBe(0);
});
