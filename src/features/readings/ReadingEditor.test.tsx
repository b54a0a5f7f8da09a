import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { card, openApprovals } from '../../../tests/kit/components/open-order.ts';
import { broken } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { aReading } from '../desk/desk-testing.ts';

const button = (name: string) => card.getByRole('button', { name, exact: true });
const newer = card.getByRole('region', { name: 'A newer version' });
const newest = anApiError(409, 'reading_conflict', 'Meanwhile it was changed.');

/** Opens a reading, and one of its editors. */
async function openEditor(opener: string) {
  let reading = aReading({ content: 'The Star speaks of patience.' });
  let answer: (_id: string, edit: { content?: string; internalNotes?: string }) => Promise<Reading> = broken;
  const search = '?tab=approvals&reading=CT-7K3M9Q';
  await openApprovals(
    () => [reading],
    { editReading: (...given) => answer(...given), saveNotes: (...given) => answer(...given) },
    search,
  );
  await button(opener).click();
  return {
    /** Another session saves first. */
    beFaster(changes: Partial<typeof reading>) {
      answer = () => {
        reading = { ...reading, ...changes };
        return Promise.reject(newest);
      };
    },
    mend() {
      answer = async (_, { content, internalNotes }) => {
        const changed = { content, internalNotes };
        const given = Object.fromEntries(Object.entries(changed).filter(([, text]) => text !== undefined));
        reading = { ...reading, ...given, revision: reading.revision + (content ? 1 : 0) };
        return reading;
      };
    },
  };
}

describe.each([
  {
    what: 'notes',
    opener: 'Edit Notes',
    label: /^Internal notes/,
    save: 'Save',
    failure: 'Failed to update notes',
    done: ['Notes Updated', 'The internal notes were saved.'],
    theirs: { internalNotes: 'Theirs of joy.' },
    differs: 'Theirs',
  },
  {
    what: 'text',
    opener: 'Edit Reading',
    label: 'Reading content',
    save: 'Save Changes',
    failure: 'Failed to update reading',
    done: ['Reading Updated', 'The reading for CT-7K3M9Q was saved.'],
    theirs: { content: 'Theirs of joy.', revision: 2 },
    differs: 'Theirs',
  },
])(
  'the $what of a reading',
  ({ opener, label, save, failure, done: [title = '', words = ''], theirs, differs }) => {
    const field = card.getByLabelText(label);

    test('can be edited in place, and stay typed when saving fails', async () => {
      const { mend } = await openEditor(opener);
      await expect.element(field).toHaveFocus();
      await field.fill('Mine of courage.');
      await button('Cancel').click();
      await expect.element(field).not.toBeInTheDocument();
      await expect.element(card).not.toMatchTextContent('Mine of courage.');
      await button(opener).click();
      await field.fill('Mine of courage.');
      await button(save).click();
      await expectRefused('Update Failed', failure);
      await expect.element(field).toHaveValue('Mine of courage.');
      mend();
      await button(save).click();
      await expectDone(title, words);
      await expect.element(card.getByText('Mine of courage.')).toBeVisible();
      await expect.element(button(opener)).toHaveFocus();
    });

    test('show another session’s version, and Keep mine keeps the own one', async () => {
      const { beFaster, mend } = await openEditor(opener);
      await field.fill('Mine of courage.');
      beFaster(theirs);
      await button(save).click();
      await expectRefused('Update Failed', 'Meanwhile it was changed.');
      await expect
        .element(newer.getByRole('alert'))
        .toMatchTextContent(/^Another session has saved (another version|other notes)/);
      await expect.element(newer).toMatchTextContent(differs);
      await expect.element(field).toHaveValue('Mine of courage.');
      await expectNoFlaws();
      await button('Keep mine').click();
      await expect.element(newer).not.toBeInTheDocument();
      await expect.element(field).toHaveFocus();
      mend();
      await button(save).click();
      await expectDone(title, words);
      await expect.element(card.getByText('Mine of courage.')).toBeVisible();
    });

    test('take the other session’s version on Take theirs', async () => {
      const { beFaster } = await openEditor(opener);
      await field.fill('Mine of courage.');
      beFaster(theirs);
      await button(save).click();
      await button('Take theirs').click();
      await expect.element(newer).not.toBeInTheDocument();
      await expect.element(field).not.toBeInTheDocument();
      await expect.element(card.getByText('Theirs of joy.')).toBeVisible();
    });
  },
);

test('refuses an empty text and shows the length', async () => {
  await openEditor('Edit Reading');
  const content = card.getByLabelText('Reading content');
  await expect.element(content).toHaveValue('The Star speaks of patience.');
  await content.fill(' ');
  await expect.element(button('Save Changes')).toBeDisabled();
  await content.fill('The Star speaks of courage.');
  await expect.element(card.getByText('27 characters · 5 words')).toBeVisible();
});

test('ends an unchanged edit on Escape, and else focuses Cancel', async () => {
  await openEditor('Edit Reading');
  const content = card.getByLabelText('Reading content');
  await expect.element(content).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(content).not.toBeInTheDocument();
  await expect.element(button('Edit Reading')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(content).toHaveFocus();
  await userEvent.keyboard('Oh. {Escape}');
  await expect.element(button('Cancel')).toHaveFocus();
  await expect.element(content).toHaveValue(expect.stringContaining('Oh. '));
  await userEvent.keyboard('{Enter}');
  await expect.element(content).not.toBeInTheDocument();
  await expect.element(card).not.toMatchTextContent('Oh.');
});
