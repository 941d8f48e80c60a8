import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verbs } from '../server/src/admin/verbs.ts';
import { readBoxes } from '../trials/handbook/boxes.ts';
import { filledIn, newFacts } from '../trials/handbook/facts.ts';
import { notWalked, walk } from '../trials/handbook/plan.ts';

const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
const boxes = readBoxes(page);
const names = boxes.map(({ name }) => name);
const walked = walk.flatMap((step) => ('box' in step ? [step] : []));

describe('the handbook', () => {
  test('has boxes for a shell alone, each with a name of its own', () => {
    expect(boxes.length).toBeGreaterThan(30);
    expect(boxes.filter(({ language, name }) => language !== 'sh' || name === '')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has each box followed by the walk, or listed with a reason', () => {
    const known = [...walked.map(({ box }) => box), ...Object.keys(notWalked)];
    expect(new Set(known).size).toBe(known.length);
    expect(known.sort()).toEqual([...names].sort());
  });

  test.each(walked)('has in $box the examples that the walk puts its own for', (step) => {
    const text = boxes.find(({ name }) => name === step.box)?.text ?? '';
    const filled = filledIn(text, step.put ?? [], newFacts(15));
    expect(filled === text).toBe((step.put ?? []).length === 0);
    expect(filled).not.toContain('git.example');
  });

  test.each(boxes)('has in $name what a shell can read', ({ text }) => {
    expect(execFileSync('bash', ['-n'], { input: text, encoding: 'utf8' })).toBe('');
  });

  test('has a recipe for each verb of the administrator', () => {
    const commands = boxes.map(({ text }) => text).join('\n');
    const missing = verbs.filter(({ name }) => !commands.includes(`npm run admin -- ${name}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

test('boxes are read with their names, their places and what is in them', () => {
  const text = 'Say:\n\n```sh hello\necho 1\n\necho 2\n```\n\n```\nbare\n```\n';
  expect(readBoxes(text)).toEqual([
    { language: 'sh', name: 'hello', text: 'echo 1\n\necho 2\n', line: 4 },
    { language: '', name: '', text: 'bare\n', line: 10 },
  ]);
});
