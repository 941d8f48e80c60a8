import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { reasonOf } from './failure-words.ts';

const fieldsOf = (...names: string[]) => ({
  has: (field: string) => names.includes(field),
  show: () => {},
});

const refusal = (message: string, errors: Record<string, string> = {}) =>
  new ApiError(400, message, errors);

it.each([
  ['the very words', 'Taken.', { name: 'Taken.' }],
  ['the words with the name of the field', 'name: Taken.', { name: 'Taken.' }],
  ['the first of several', 'Taken.', { name: 'Taken.', place: 'Too far.' }],
  ['no words of its own', '', { name: 'Taken.' }],
])('has nothing to add to what the fields say: %s', (_, message, errors) => {
  const reason = reasonOf(refusal(message, errors), fieldsOf('name', 'place'));
  expect(reason).toEqual({ unsaid: '', isAtField: true });
});

it('adds a reason that no field has said', () => {
  const error = refusal('Not today.', { name: 'Taken.' });
  expect(reasonOf(error, fieldsOf('name'))).toEqual({ unsaid: 'Not today.', isAtField: true });
});

it('adds what belongs to a field that the form does not show', () => {
  const error = refusal('Taken.', { name: 'Taken.', status: 'Unknown.' });
  expect(reasonOf(error, fieldsOf('name'))).toEqual({ unsaid: 'Unknown.', isAtField: true });
});

it('keeps the whole reason where there is no such field, or no form', () => {
  const error = refusal('Taken.', { name: 'Taken.' });
  for (const fields of [fieldsOf('place'), undefined]) {
    expect(reasonOf(error, fields)).toEqual({ unsaid: 'Taken.', isAtField: false });
  }
});

it('says nothing of what is no answer of the platform', () => {
  const reason = reasonOf(new TypeError('x is undefined'), fieldsOf('name'));
  expect(reason).toEqual({ unsaid: '', isAtField: false });
});
