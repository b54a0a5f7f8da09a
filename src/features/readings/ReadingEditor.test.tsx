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
  type Edit = { content?: string; internalNotes?: string };
  let answer: (_id: string, edit: Edit) => Promise<Reading> = broken;
  const edit = (id: string, given: Edit) => answer(id, given);
  const calls = { editReading: edit, saveNotes: edit };
  await openApprovals(() => [reading], calls, '?tab=approvals&reading=CT-7K3M9Q');
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
      answer = async (_, { content = reading.content, internalNotes = reading.internalNotes }) => {
        const revision = reading.revision + Number(content !== reading.content);
        reading = { ...reading, content, internalNotes, revision };
        return reading;
      };
    },
  };
}

describe.each([
  ['notes', 'Edit Notes', 'Save', { internalNotes: 'Theirs of joy.' }],
  ['text', 'Edit Reading', 'Save Changes', { content: 'Theirs of joy.', revision: 2 }],
] as const)('the %s of a reading', (what, opener, save, theirs) => {
  const label = what === 'notes' ? /^Internal notes/ : 'Reading content';
  const done = () =>
    what === 'notes'
      ? expectDone('Notes Updated', 'The internal notes were saved.')
      : expectDone('Reading Updated', 'The reading for CT-7K3M9Q was saved.');
  const field = card.getByLabelText(label);

  test('can be edited in place, even after saving fails', async () => {
    const { mend } = await openEditor(opener);
    await expect.element(field).toHaveFocus();
    await field.fill('Mine of courage.');
    await button('Cancel').click();
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(card).not.toMatchTextContent('Mine of courage.');
    await button(opener).click();
    await field.fill('Mine of courage.');
    await button(save).click();
    await expectRefused('Update Failed', /^Failed to update/);
    await expect.element(field).toHaveValue('Mine of courage.');
    mend();
    await button(save).click();
    await done();
    await expect.element(card.getByText('Mine of courage.')).toBeVisible();
    await expect.element(button(opener)).toHaveFocus();
  });

  test('can show another session’s version, and Keep mine keeps yours', async () => {
    const { beFaster, mend } = await openEditor(opener);
    await field.fill('Mine of courage.');
    beFaster(theirs);
    await button(save).click();
    await expectRefused('Update Failed', 'Meanwhile it was changed.');
    await expect.element(newer.getByRole('alert')).toMatchTextContent(/^Someone saved (a )?different/);
    await expect.element(newer).toMatchTextContent('Theirs');
    await expect.element(field).toHaveValue('Mine of courage.');
    await expectNoFlaws();
    await button('Keep mine').click();
    await expect.element(newer).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    mend();
    await button(save).click();
    await done();
    await expect.element(card.getByText('Mine of courage.')).toBeVisible();
  });

  test('can take the other session’s version with Use theirs', async () => {
    const { beFaster } = await openEditor(opener);
    await field.fill('Mine of courage.');
    beFaster(theirs);
    await button(save).click();
    await button('Use theirs').click();
    await expect.element(newer).not.toBeInTheDocument();
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(card.getByText('Theirs of joy.')).toBeVisible();
  });
});

test('refuses an empty text and shows the length', async () => {
  await openEditor('Edit Reading');
  const content = card.getByLabelText('Reading content');
  await expect.element(content).toHaveValue('The Star speaks of patience.');
  await content.fill(' ');
  await expect.element(button('Save Changes')).toBeDisabled();
  await content.fill('The Star speaks of courage.');
  await expect.element(card.getByText('27 characters · 5 words')).toBeVisible();
});

test('ends an unchanged edit on Escape, otherwise focuses Cancel', async () => {
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
