import { expect, test } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

test('an error is told in its own words, without the password of an address', () => {
  expect(sentenceOf(new Error('No way to postgres://me:secret@db/pitboss.'))).toBe(
    'No way to postgres://me:…@db/pitboss.',
  );
  expect(sentenceOf('gone')).toBe('gone');
});

test('of several tries all are told', () => {
  const tries = [
    new Error('connect ECONNREFUSED ::1'),
    new Error('connect ECONNREFUSED 127.0.0.1'),
  ];
  expect(sentenceOf(new AggregateError(tries))).toBe(
    'connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1',
  );
});

test('one that says nothing is told by its name and code', () => {
  expect(sentenceOf(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('Error EPIPE');
  expect(sentenceOf(new AggregateError([]))).toBe('AggregateError');
  expect(sentenceOf('')).toBe('Something failed and does not say what.');
});
