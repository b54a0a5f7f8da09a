import type { Page } from '@playwright/test';
import { test } from '../steps/desk-steps.ts';
import { assignment, choose, expectSaved, openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  pay,
  payButton,
} from '../steps/steps.ts';

/* Chrome's translation takes the text nodes of a page and puts others in <font> into their places, as long as it is open. */

/** Does to a page what the translation does, from now on. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.currentNode; ; node = walker.currentNode) {
        if (node instanceof Text) texts.push(node);
        if (!walker.nextNode()) break;
      }
      for (const node of texts) {
        const around = node.parentElement;
        if (!node.data.trim() || !around || around.closest('font, script, style, textarea, option, title'))
          continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = node.data;
        outer.append(inner);
        node.replaceWith(outer);
      }
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) wrap(node);
    }).observe(document.body, { childList: true, subtree: true });
    wrap(document.body);
  });
}

/** Here something is meant to break. */
const breaking = test.extend<{ quietConsole: undefined }>({
  quietConsole: async ({ page: _ }, use) => use(undefined),
});

const stopped = (page: Page) => page.getByText('This part of the page has stopped working.');

test('sells a reading on a page translated by the browser', async ({ page }) => {
  const customer = newCustomer();
  await openCheckout(page);
  await translate(page);
  await fillDetails(page, customer);
  const email = page.getByLabel('Email', { exact: true });
  const name = page.getByLabel('Full name');
  const question = page.getByText('Did you mean');
  await email.fill('maya@gmial.com');
  await name.focus();
  await expect(question).toBeVisible();
  await email.fill('maya@hotmial.com');
  await name.focus();
  await expect(page.getByText('maya@hotmail.com')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(question).toBeHidden();
  await email.fill('mäya@customers.example');
  await name.focus();
  await expect(page.getByText('Is this right?')).toBeVisible();
  await email.fill('');
  await payButton(page).click();
  await expect(page.getByText('Form Error').first()).toBeVisible();
  await email.fill(customer.email);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  await fillCard(page, cards.succeeds);
  await pay(page);
});

breaking('keeps everything typed when the order form crashes', async ({ page }) => {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  // Something of the browser's took away what React is about to change.
  await page.evaluate(() => {
    const broken = () => {
      throw new DOMException('not a child of this node', 'NotFoundError');
    };
    for (const label of document.querySelectorAll('form .field')) label.appendChild = broken;
  });
  await page.getByLabel('Full name').fill('');
  await payButton(page).click();
  await expect(stopped(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email);
  await expect(page.getByLabel('Background context')).toHaveValue(customer.background);
  await expect(stopped(page)).toHaveCount(0);
});

test('submits a reading on a desk translated by the browser', async ({ page, service, admin, reader }) => {
  const order = await sellTo(service, admin, reader);
  await openReaderDesk(page, service.url, reader);
  await translate(page);
  await choose(page, order);
  await text(page).fill('The Star speaks of patience, and of rest. '.repeat(20));
  await expectSaved(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
  await expect(page.getByText('Reading submitted for admin review').first()).toBeVisible();
  await expect(assignment(page, order)).toHaveCount(0);
  await expect(stopped(page)).toHaveCount(0);
  expect((await admin.readingOf(order.id)).content).toContain('The Star speaks of patience');
});
