import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { TableControls } from './table-controls.tsx';

const nothing = () => {};

/** The search box of a list, beside an address that says only what is written there. */
function Box({ onSearch }: { onSearch: (text: string) => void }) {
  const [search, setSearch] = useState('');
  const state = {
    page: 1,
    length: 25,
    order: undefined,
    search,
    setPage: nothing,
    setLength: nothing,
    setOrder: nothing,
    setSearch: onSearch,
  };
  return (
    <>
      <TableControls state={state} isSearched ordering={undefined} />
      <input aria-label="Address" value={search} onChange={(e) => setSearch(e.target.value)} />
    </>
  );
}

async function renderBox() {
  signInAs('ADMIN');
  const asked: string[] = [];
  const screen = await renderScreen(<Box onSearch={(text) => asked.push(text)} />, '/users');
  const follow = (search: string) => userEvent.fill(screen.getByLabelText('Address'), search);
  return { box: screen.getByLabelText('Search'), asked, follow };
}

it('keeps what was typed until the address says it, and what is typed on meanwhile', async () => {
  const { box, asked, follow } = await renderBox();
  await userEvent.fill(box, 'abc');
  await expect.poll(() => asked).toEqual(['abc']);
  await expect.element(box).toHaveValue('abc');
  await userEvent.type(box, 'd');
  await expect.element(box).toHaveValue('abcd');
  await follow('abc');
  await expect.element(box).toHaveValue('abcd');
  await expect.poll(() => asked).toEqual(['abc', 'abcd']);
  await follow('abcd');
  await follow('from a link');
  await expect.element(box).toHaveValue('from a link');
});

it('an address that is late behind two searches takes neither back', async () => {
  const { box, asked, follow } = await renderBox();
  await userEvent.fill(box, 'abc');
  await expect.poll(() => asked).toEqual(['abc']);
  await userEvent.type(box, 'd');
  await expect.poll(() => asked).toEqual(['abc', 'abcd']);
  await follow('abc');
  await expect.element(box).toHaveValue('abcd');
  await follow('abcd');
  await expect.element(box).toHaveValue('abcd');
});

it('what is emptied before the address came stays empty', async () => {
  const { box, asked, follow } = await renderBox();
  await userEvent.fill(box, 'abc');
  await expect.poll(() => asked).toEqual(['abc']);
  await userEvent.clear(box);
  await follow('abc');
  await expect.element(box).toHaveValue('');
  await expect.poll(() => asked).toEqual(['abc', '']);
});

it('shows what the address says when somebody else changes it', async () => {
  const { box, asked, follow } = await renderBox();
  await follow('from a link');
  await expect.element(box).toHaveValue('from a link');
  await userEvent.fill(box, 'mine');
  await expect.poll(() => asked).toEqual(['mine']);
  await follow('mine');
  await follow('the page before');
  await expect.element(box).toHaveValue('the page before');
});
