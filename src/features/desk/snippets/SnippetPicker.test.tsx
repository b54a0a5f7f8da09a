import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../../tests/kit/components/answered-calls.ts';
import { openAdmin, openReader } from '../../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../../tests/kit/components/fake-reader-server.ts';
import { aPerson } from '../../../../tests/kit/components/people.ts';
import { noAnswerError } from '../../../lib/answers.ts';
import type { Snippet } from '../../../shared/readings/snippet-schema.ts';

const { keyboard } = userEvent;
const text = page.getByLabelText('Reading content');
const finder = page.getByRole('combobox', { name: 'Find a snippet' });
const options = page.getByRole('listbox', { name: 'Snippets' }).getByRole('option');
const manager = page.getByRole('dialog', { name: 'Snippets', exact: true });
const shared = { id: 's1', title: 'Closing', text: 'Go well, {name}.', isShared: true, mayChange: false };
const own = { ...shared, id: 's2', title: 'Café', text: 'Rest in a café.', isShared: false, mayChange: true };

/** A server that keeps these snippets. @returns what stops it, and starts it again */
function keepSnippets(kept: Snippet[]) {
  let isDown = false;
  let lastId = kept.length;
  answerCalls({
    'GET /api/account': () => ({ ...aPerson({ role: 'admin' }), notices: [], recoveryCodesLeft: 0 }),
    'GET /api/snippets'() {
      if (isDown) throw noAnswerError('unreachable');
      return kept;
    },
    'POST /api/snippets'(body) {
      kept = [...kept, { ...own, ...(body as typeof own), id: `s${++lastId}` }];
      return kept.at(-1);
    },
    'DELETE /api/snippets/s2'() {
      kept = kept.filter(({ id }) => id !== 's2');
      return { deleted: true };
    },
  });
  return (down: boolean) => (isDown = down);
}

/** Opens the page of an order, with a text in which the caret stands before its end. */
async function write() {
  const stopServer = keepSnippets([own, shared]);
  await page.viewport(1280, 900);
  await openReader(fakeReaderServer(), { search: '?order=CT-7K3M9Q' });
  await text.fill('The Star. The end');
  await keyboard('{ArrowLeft>8/}');
  return stopServer;
}

const open = async () => {
  await keyboard('{Control>};{/Control}');
  await expect.element(finder).toHaveFocus();
};

test('inserts a found snippet at the caret as one undoable step', async () => {
  await write();
  await open();
  await keyboard('moon');
  await expect.element(page.getByText('No snippets match.')).toBeVisible();
  await finder.fill('');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await keyboard('{ArrowDown}{Enter}');
  await expect.element(text).toHaveValue('The Star.Go well, Ana. The end');
  await expect.element(text).toHaveFocus();
  await keyboard('{Control>}z{/Control}');
  await expect.element(text).toHaveValue('The Star. The end');
  await open();
  await keyboard('cafe rest');
  await expect.element(page.getByText(/^1 snippet\./)).toBeVisible();
  await keyboard('{Enter}');
  await expect.element(text).toHaveValue('The Star.Rest in a café. The end');
});

test('inserts a snippet by touch, and returns to the caret on Esc', async () => {
  await write();
  await page.viewport(360, 740);
  await page.getByRole('button', { name: 'Snippets' }).click();
  await keyboard('{Escape}');
  await expect.element(text).toHaveFocus();
  await keyboard('!');
  await expect.element(text).toHaveValue('The Star.! The end');
  await page.getByRole('button', { name: 'Snippets' }).click();
  await options.last().click();
  await expect.element(text).toHaveValue('The Star.!Go well, Ana. The end');
  await expect.element(text).toHaveFocus();
});

test('creates, deletes, and restores own snippets, and locks shared ones', async () => {
  await write();
  await open();
  await page.getByRole('button', { name: 'Manage snippets' }).click();
  expect(manager.getByRole('button', { name: /^(Delete|Edit)/ }).elements()).toHaveLength(2);
  await manager.getByRole('button', { name: 'New snippet' }).click();
  await expect.element(manager.getByLabelText('Title')).toHaveFocus();
  expect(manager.getByRole('checkbox').elements()).toEqual([]);
  await keyboard('{Enter}');
  await expect.element(manager.getByText('The title is missing.')).toBeVisible();
  await keyboard('Moon{Tab}It asks.');
  await manager.getByRole('button', { name: 'Save snippet' }).click();
  await expect.element(manager.getByRole('listitem').filter({ hasText: 'Moon' })).toBeVisible();
  await expect.element(manager.getByRole('button', { name: 'New snippet' })).toHaveFocus();
  await manager.getByRole('button', { name: 'Delete the snippet Café' }).click();
  await expect.element(manager.getByText('“Café” is deleted.')).toBeVisible();
  await manager.getByRole('button', { name: 'Undo' }).click();
  await expect.element(manager.getByRole('button', { name: 'Delete the snippet Café' })).toBeVisible();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('lets an admin share a snippet with every reader', async () => {
  keepSnippets([]);
  await openAdmin();
  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Manage snippets' }).click();
  await expect.element(manager.getByText('No snippets yet.')).toBeVisible();
  await manager.getByRole('button', { name: 'New snippet' }).click();
  await manager.getByLabelText('Title').fill('Closing for all');
  await keyboard('{Tab}Go well.');
  await manager.getByRole('checkbox', { name: 'Shared: every reader can use it' }).click();
  await manager.getByRole('button', { name: 'Save snippet' }).click();
  await expect.element(manager.getByRole('listitem')).toMatchTextContent(/Closing for all.*Shared/);
});

test('offers Try again when snippets could not be loaded', async () => {
  const stopServer = await write();
  stopServer(true);
  await keyboard('{Control>};{/Control}');
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect.element(problem).toMatchTextContent('We couldn’t reach the server.');
  stopServer(false);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(options.first()).toBeVisible();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('allows a new snippet when the list cannot be loaded', async () => {
  const stopServer = await write();
  stopServer(true);
  await keyboard('{Control>};{/Control}');
  await page.getByRole('button', { name: 'Manage snippets' }).click();
  await manager.getByRole('button', { name: 'New snippet' }).click();
  await expect.element(manager.getByLabelText('Title')).toHaveFocus();
});
