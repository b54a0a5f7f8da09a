import { beforeEach, expect, test } from 'vitest';
import { keepUnsentForms } from './unsent-forms.ts';

beforeEach(() => sessionStorage.clear());

const feedback = ({ words = '', ticked = '' } = {}) => `
  <details><form data-unsent="feedback">
    <input type="radio" name="helped" value="yes" ${ticked}><input type="radio" name="helped" value="no">
    <textarea name="words">${words}</textarea>
    <input type="checkbox" name="publish" value="yes" data-counts-with="words" checked>
  </form></details>`;
const problem = '<form data-unsent="problem"><textarea name="words"></textarea></form>';
const address = (returned = '') =>
  `<form data-unsent="address"><input name="text" value="${returned || 'a@b.co'}" ${returned && 'aria-invalid="true"'}></form>
  <form data-instead-of="address"></form>`;

/** Opens an order's page with these forms, in the same tab. */
function open(html: string, order = 'CT-7K3M9Q') {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<template data-unsent-note data-unsent-order="${order}"><p>Not sent.</p></template>
    <section data-unsent-rest hidden></section>${html}`;
  keepUnsentForms(page);
  const find = <Found extends Element = HTMLTextAreaElement>(selector: string) =>
    page.querySelector<Found>(selector) ?? expect.fail(`There is no ${selector}.`);
  return {
    find,
    type(selector: string, text: string): void {
      find(selector).value = text;
      find(selector).dispatchEvent(new Event('input', { bubbles: true }));
    },
    press: (selector: string) => find(selector).dispatchEvent(new Event('submit', { bubbles: true })),
    notes: () => [...page.querySelectorAll('form p')].length,
    rest: () =>
      [...page.querySelectorAll('[data-unsent-rest]:not([hidden]) p')].map((line) => line.textContent),
  };
}

test('restores typed text that was not sent', () => {
  const before = open(feedback() + problem);
  before.type('[data-unsent=problem] textarea', 'Wrong name');
  before.find<HTMLInputElement>('[value=no]').checked = true;
  before.type('[name=words]', 'Nice');
  const after = open(feedback() + problem);
  expect([after.find('[name=words]').value, after.find('[data-unsent=problem] textarea').value]).toEqual([
    'Nice',
    'Wrong name',
  ]);
  expect(after.find<HTMLInputElement>('[value=no]').checked).toBe(true);
  expect(after.find<HTMLDetailsElement>('details').open).toBe(true);
  expect(after.notes()).toBe(2);
  expect(open(problem, 'CT-OTHER').notes(), 'of another order').toBe(0);
});

test.each([
  ['in the form', feedback({ words: ' Nice\n' }), 0],
  ['beside the form', `<p data-received="feedback">Nice</p>${feedback()}`, 0],
  ['not with a different choice', feedback({ words: 'Nice', ticked: 'checked' }), 1],
])('forgets a form that the page shows as received: %s', (_where, html, notes) => {
  open(feedback()).type('[name=words]', 'Nice');
  expect(open(html).notes()).toBe(notes);
  expect(sessionStorage.length).toBe(notes);
});

test('shows typed text when its form is gone, unless it arrived', () => {
  open(problem).type('[name=words]', 'Wrong name');
  expect(open('').rest()).toEqual(['Wrong name']);
  expect(open('<p data-returned="problem">Wrong name</p>').rest()).toEqual([]);
  expect(open('<p data-received="problem">Wrong  name</p>').rest()).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test('keeps the text of a refused form after the server forgets it', () => {
  expect(open(address('maya@')).notes()).toBe(0);
  const after = open(address());
  expect([after.find('[name=text]').value, after.notes()]).toEqual(['maya@', 1]);
  after.press('[data-instead-of]');
  expect(open(address()).notes()).toBe(0);
});

test('forgets a form that was emptied again', () => {
  const page = open(problem);
  page.type('[name=words]', 'Wrong');
  page.type('[name=words]', '');
  expect(sessionStorage.length).toBe(0);
});
