import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { expectDone } from '../../../tests/kit/components/toasts.ts';
import { threeCards } from '../../../tests/kit/standard-purchase.ts';
import { aReaderOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const { keyboard } = userEvent;
const text = page.getByLabelText('Reading content');
const submit = page.getByRole('form').getByRole('button', { name: 'Submit for Admin Review' });

/** Opens the page of an order. */
async function write(calls: Partial<StaffApi> = {}) {
  await page.viewport(1280, 720);
  await openReader({ ...fakeReaderServer(), ...calls }, { search: '?order=CT-7K3M9Q' });
  await expect.element(text).toBeVisible();
}

test('shows an offer’s answers and its own recommended length', async () => {
  const order = aReaderOrder({ ...threeCards, readingType: 'other' });
  await write(fakeReaderServer([order]));
  const subject = page.getByRole('region', { name: 'What it is about' });
  for (const part of ['OfferThree cardsAdd-onsRush', 'Your birth dateMay 4, 1993'])
    await expect.element(subject).toMatchTextContent(part);
  await expect.element(page.getByText('Recommended: 200-400 words')).toBeVisible();
  await expectNoFlaws();
});

test('shows a returned reading with its feedback and the changes since', async () => {
  await write({
    ...fakeReaderServer([aReaderOrder({ status: 'rejected' })]),
    orderReading: async () => aReading({ content: 'The Star speaks.', feedback: 'Please say more.' }),
  });
  await expect.element(page.getByText('Please say more.')).toBeVisible();
  await expect.element(text).toHaveValue('The Star speaks.');
  await text.fill('The Star speaks. And hopes.');
  await page.getByText('Your changes').click();
  await expect.element(page.getByRole('insertion')).toHaveTextContent('And hopes.');
});

test('keeps long feedback in view on a phone while typing', async () => {
  await write({
    ...fakeReaderServer([aReaderOrder({ status: 'rejected' })]),
    orderReading: async () =>
      aReading({ content: 'The Star speaks. '.repeat(300), feedback: 'Please say more. '.repeat(100) }),
  });
  const feedback = page.getByRole('region', { name: 'Feedback from the admin' });
  for (const height of [740, 440]) {
    await page.viewport(360, height);
    await text.click();
    await keyboard('{Control>}{End}{/Control} Go well.');
    await expect.element(feedback).toBeInViewport({ ratio: 1 });
    await expect.element(submit).toBeInViewport({ ratio: 1 });
    expect(text.element().clientHeight).toBeGreaterThan(140);
    await expectNoFlaws();
  }
});

test('lists possible mistakes, jumps to each, and still allows submitting', async () => {
  await write();
  const remarks = page.getByRole('region', { name: 'Before you submit it' });
  const leftover = '“{name}” looks like a placeholder.';
  const paragraphs = 'The Star shines over the house.\n\n'.repeat(60);
  await text.fill(`Go well, {name}.\n\n${paragraphs}See the the end.`);
  await expect.element(remarks).toMatchTextContent(`Before you submit it: ${leftover} And 3 more.`);
  await expect.element(submit).toBeInViewport({ ratio: 1 });
  await remarks.element().querySelector('summary')?.click();
  await expect.poll(() => remarks.getByRole('listitem').elements()).toHaveLength(4);
  await text.click();
  await keyboard('{Control>}{Home}{/Control}');
  await remarks.getByRole('button', { name: 'Show: “the the” has the same word twice.' }).click();
  await expect.element(text).toHaveFocus();
  await expect.poll(() => text.element().scrollTop).toBeGreaterThan(500);
  await keyboard('the');
  await expect.element(text).toHaveValue(expect.stringMatching(/See the end\.$/));
  await page.viewport(360, 740);
  await expect.element(remarks.getByText(/3 things to check$/)).toBeVisible();
  await page.viewport(1280, 720);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(leftover);
  await keyboard('{Escape}');
  await submit.click();
  await expectDone('Success', 'Reading submitted for admin review');
});

test('shows a single point once when it is opened', async () => {
  await write();
  const remarks = page.getByRole('region', { name: 'Before you submit it' });
  const point = 'It has 300 words; 500 to 1000 are recommended.';
  await text.fill('Ana, the Star shines over you.\n\n'.repeat(50));
  await expect.element(remarks).toMatchTextContent(`Before you submit it: ${point}`);
  remarks.element().querySelector('summary')?.click();
  await expect.element(remarks.getByRole('listitem')).toMatchTextContent(point);
  const { innerText } = remarks.element() as HTMLElement;
  expect(innerText.split(point)).toHaveLength(2);
});

test('labels the internal notes on a phone', async () => {
  await page.viewport(360, 740);
  await openReader(fakeReaderServer());
  const label = page.getByText('Internal notes (optional)');
  await expect.poll(() => label.element().getBoundingClientRect().width).toBeGreaterThan(100);
});

test.each([
  [
    'a letter of Word',
    '<p class="MsoNormal">Dear\n Mai,<o:p></o:p></p><p>the&nbsp;<b>Star</b><br>waits.</p><p>&nbsp;</p><p>I</p>',
    'Dear Mai,\n\nthe Star\nwaits.\n\nI',
  ],
  ['a list', '<ul><li>The Sun</li></ul><div>Shine.</div>', '- The Sun\n\nShine.'],
  ['plain text', null, 'One line\n\nand another'],
  ['markup', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<script>alert(1)</script>'],
])('pastes %s as clean paragraphs, and can undo it', async (_what, html, pasted) => {
  await write();
  await text.click();
  const clipboardData = new DataTransfer();
  if (html) clipboardData.setData('text/html', html);
  else clipboardData.setData('text/plain', 'One\u00a0line\r\n\r\n\r\n\r\nand\u200b another');
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  text.element().dispatchEvent(paste);
  await expect.element(text).toHaveValue(pasted);
  await keyboard('{Control>}z{/Control}');
  await expect.element(text).toHaveValue('');
});
