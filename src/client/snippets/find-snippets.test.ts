import { expect, test } from 'vitest';
import type { Snippet } from '../../shared/readings/snippets.ts';
import { createSnippetSearch, fillSnippet } from './find-snippets.ts';

const aSnippet = (title: string, text: string): Snippet => ({
  id: title,
  title,
  text,
  isShared: false,
  mayChange: true,
});

const find = createSnippetSearch([
  aSnippet('Abschied', 'The Star says farewell, {name}.'),
  aSnippet('Café', 'Rest where Yıldız rests.'),
  aSnippet('Star, reversed', 'Hope that waits: O’Sullivan.'),
]);

test.each([
  ['', ['Abschied', 'Café', 'Star, reversed']],
  ['star', ['Star, reversed', 'Abschied']],
  ['farewell STAR', ['Abschied']],
  ['cafe', ['Café']],
  ['yildiz', ['Café']],
  ["o'sull", ['Star, reversed']],
  ['rev waits', ['Star, reversed']],
  ['moon', []],
])('%j finds %j: by title and text, titles first', (search, titles) => {
  expect(find(search).map(({ title }) => title)).toEqual(titles);
});

test.each([
  ['Go well, {name}. Yes, {name}!', 'Maya', 'Go well, Maya. Yes, Maya!'],
  ['{Name} {{name}} { name } {card}', 'Maya', '{Name} {Maya} { name } {card}'],
  ['Dear {name},', '$& {name}', 'Dear $& {name},'],
])('%j is filled with a name and nothing else', (text, name, filled) => {
  expect(fillSnippet(text, name)).toBe(filled);
});
