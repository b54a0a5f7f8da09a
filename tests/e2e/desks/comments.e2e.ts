import { commentByMouse, letterOf, openLetter } from '../steps/comment-steps.ts';
import { cardOf, colleague, openOrderDialog } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expectSaved, handIn, readerElsewhere, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What an admin says about passages of a reading, and what becomes of it. */

const letter =
  'The Star stands over your question. It speaks of patience.\n\n' +
  'The Tower is no threat: it is the desk you have outgrown.\n\n' +
  'The Moon asks what you hide. Go in spring.';

test('passages are commented on, revised, and looked at again', async ({ page, browser, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await admin.write(order.id, letter);
  let box = await openLetter(page, service.url, order);

  await test.step('what was said is there after a reload, and goes with the rejection', async () => {
    await commentByMouse(page, box, 'It speaks of patience.', 'And of what else?');
    await commentByMouse(page, box, 'The Tower is no threat', 'Are you sure?');
    await page.reload();
    box = letterOf(page, order);
    await commentByMouse(page, box, 'Go in spring.', 'Why then?');
    await expect(box.getByRole('region')).toHaveCount(3);
    await cardOf(page, order).getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    await expect(cardOf(page, order)).toHaveCount(0);
  });

  await test.step('their reader revises the text by them, ticks one off, and hands it in', async () => {
    const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);
    const list = reader.getByRole('region', { name: '3 comments on the text' });
    await expect(list.getByRole('listitem')).toHaveText([
      /It speaks of patience.*And of what else\?/s,
      /The Tower is no threat.*Are you sure\?/s,
      /Go in spring\..*Why then\?/s,
    ]);
    await list.getByRole('listitem').first().getByRole('checkbox', { name: 'Done' }).check();
    await text(reader).fill(
      letter.replace('patience.', 'patience and of hope.').replace('The Tower is no threat', ''),
    );
    await expectSaved(reader);
    await reader.reload();
    await expect(reader.getByRole('region', { name: '3 comments on the text, 1 done' })).toBeVisible();
    await handIn(reader);
  });

  await test.step('the admin sees what became of them, and they stay in the order', async () => {
    await page.goto(`${service.url}/admin/dashboard?tab=approvals&reading=${order.orderNumber}`);
    const earlier = cardOf(page, order).getByRole('region', { name: 'Comments at the last rejection' });
    await expect(earlier.getByRole('listitem')).toHaveText([
      /And of what else\?.*Changed to “It speaks of patience and of hope\.”/s,
      /Are you sure\?.*Gone/s,
      /Why then\?.*Unchanged/s,
    ]);
    const { id } = await admin.readingOf(order.id);
    await admin.ask('PUT', `/api/readings/${id}/approve`);
    const opened = await openOrderDialog(page, service.url, order);
    await opened.getByText('Comments (3)').click();
    await expect(opened.getByRole('listitem').filter({ hasText: 'on version 1' })).toHaveCount(3);
  });
});
