import { openDatabase } from '../../../db/client.ts';
import { type Colleague, colleague, openDesk, orderDialog, rowOf, sell } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  answerShort,
  assignment,
  choose,
  handIn,
  openReaderDesk,
  readerElsewhere,
  sellTo,
  text,
} from '../steps/reader-steps.ts';
import { expect, expectNoFlaws, people, type SandboxMail } from '../steps/steps.ts';

/* The readers' desk, and the way of an order between its reader and the admin. */

const { step } = testAlone;
const hour = 3_600_000;

testAlone(
  'the reader sees what to write, writes it, and sees what became of it',
  async ({ page, service }) => {
    const admin = await colleague(service.url);
    await openReaderDesk(page, service.url, 'reader1');
    await expect(page.getByText('Welcome, reader1')).toBeVisible();
    await expect(page.getByText('No pending assignments')).toBeVisible();
    await expect(page.getByText('No submissions yet.')).toBeVisible();
    await expectNoFlaws(page);
    const lookAgain = page.getByRole('button', { name: 'Look again' });
    await step('looking again leaves the focus where it is', async () => {
      await lookAgain.focus();
      const answer = page.waitForResponse('**/api/reader/orders');
      await page.keyboard.press('Enter');
      await answer;
      await page.waitForLoadState('networkidle');
      await expect(lookAgain).toBeFocused();
    });

    const own = await sellTo(service, admin, 'reader1', {
      readingType: 'other',
      customQuestion: 'Will the bakery feed us both?',
      backgroundContext: 'We bake since March.',
      readingAddresseeName: 'Mai',
    });
    const other = await sellTo(service, admin, 'reader2');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pending Assignments (1)' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'My Assignments' })).toBeFocused();
    await expect(page.getByText(other.orderNumber)).toHaveCount(0);
    const item = assignment(page, own);
    const facts = [
      'Awaiting Reading',
      own.name,
      'Will the bakery feed us both?',
      'We bake since March.',
      'Mai',
    ];
    for (const fact of facts) await expect(item).toContainText(fact);
    await expect(item).toContainText(/Assigned: ?\w{3} \d+, \d{4}/);
    await expect(item).toContainText(
      /Due: ?\w+day, \w{3} \d+, \d+:\d\d\xa0[AP]M(\xa0E[SD]T)? \(\d \w+ left\)/,
    );
    await expect(page.getByText(own.email)).toHaveCount(0);
    await expect(page.getByText('$60')).toHaveCount(0);

    await step('an order and a text are needed', async () => {
      await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
      await expect(
        page.getByText('Please select an order and enter reading content', { exact: true }),
      ).toBeVisible();
      const orderField = page.getByRole('combobox', { name: 'Order' });
      await expect(orderField).toBeFocused();
      await expect(orderField).toHaveAttribute('aria-invalid', 'true');
      await expect(orderField).toHaveAccessibleDescription('Please select an order.');
      await expect(text(page)).toHaveAccessibleDescription(/Please enter the reading\./);
      await expectNoFlaws(page);
      const choices = orderField.getByRole('option');
      await expect(choices).toHaveText([
        'Select an order',
        `${own.orderNumber} - ${own.name} (Own question)`,
      ]);
      await choose(page, own);
      await expect(orderField).not.toHaveAttribute('aria-invalid');
      await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
      await expect(text(page)).toBeFocused();
      await expect(text(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(text(page)).toHaveAttribute('rows', '12');
      await expect(page.getByText('Recommended: 500-1000 words')).toBeVisible();
      await text(page).fill('Dear Mai, the Sun rises early.');
      await expect(page.getByText('30 characters · 6 words')).toBeVisible();
      await expect(text(page)).not.toHaveAttribute('aria-invalid');
    });
    await step('so little is asked about, once', async () => {
      const submit = page.getByRole('button', { name: 'Submit for Admin Review' });
      const question = page.getByRole('alertdialog', {
        name: 'This reading has 6 words. Hand it in anyway?',
      });
      await submit.click();
      await expect(question).toContainText('500 to 1000 words are recommended.');
      await expectNoFlaws(page);
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(submit).toBeFocused();
      await expect(text(page)).toHaveValue('Dear Mai, the Sun rises early.');
      expect((await admin.order(own.id)).status).toBe('pending');
    });
    await step('the server fails, and the text stays', async () => {
      await page.route('**/api/readings', (route) => route.fulfill({ status: 500, body: '' }));
      await handIn(page);
      await expect(page.getByText('Failed to submit reading', { exact: true })).toBeVisible();
      await expect(text(page)).toHaveValue('Dear Mai, the Sun rises early.');
      await page.unroute('**/api/readings');
    });
    await step('it is handed in, approved, and told to be delivered', async () => {
      await page.getByLabel('Internal notes').fill('An easy one.');
      const submit = page.getByRole('button', { name: 'Submit for Admin Review' });
      await submit.focus();
      await page.keyboard.press('Enter');
      await answerShort(page);
      await expect(page.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
      await expect(page.getByText('No pending assignments')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'My Assignments' })).toBeFocused();
      const recent = page.getByRole('region', { name: 'My Recent Submissions' });
      await expect(recent.getByRole('listitem')).toContainText(own.orderNumber);
      await expect(recent).toContainText('Under Review');
      const { id, internalNotes } = await admin.readingOf(own.id);
      expect(internalNotes).toBe('An easy one.');
      await admin.ask('PUT', `/api/readings/${id}/approve`, {});
      await page.reload();
      await expect(recent).toContainText('Delivered');
    });
    await step('the list cannot be loaded', async () => {
      await page.route('**/api/reader/orders', (route) => route.fulfill({ status: 500, body: '' }));
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('Your orders could not be loaded.');
      await expect(page.getByText('No pending assignments')).toHaveCount(0);
      await expect(page.getByText('No submissions yet')).toHaveCount(0);
      await page.unroute('**/api/reader/orders');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('region', { name: 'My Recent Submissions' })).toContainText('Delivered');
      await expect(page.getByRole('heading', { name: 'My Assignments' })).toBeFocused();
    });
    await step('and leaves', async () => {
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await page.waitForURL('**/admin/login');
      await page.goto('/reader/dashboard');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    });
  },
);

testAlone('five submissions are remembered, the newest first', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const sold = [];
  for (let i = 0; i < 6; i += 1) sold.push(await sellTo(service, admin, 'reader1'));
  for (const { id } of sold) await admin.write(id, 'The Star.');
  await openReaderDesk(page, service.url, 'reader1');
  const rows = page.getByRole('region', { name: 'My Recent Submissions' }).getByRole('listitem');
  const newest = sold.slice(1).reverse();
  await expect(rows).toContainText(newest.map(({ orderNumber }) => orderNumber));
});

testAlone(
  'paid orders go to whoever has the fewest, and to nobody when there is nobody',
  async ({ page, browser, service }) => {
    const admin = await colleague(service.url);
    const [first, second] = [
      await readerElsewhere(browser, service, 'reader1'),
      await readerElsewhere(browser, service, 'reader2'),
    ];
    for (let i = 0; i < 4; i += 1) await sell(service.url);
    for (const desk of [first, second]) {
      await desk.reload();
      await expect(desk.getByRole('heading', { name: 'Pending Assignments (2)' })).toBeVisible();
    }

    await step('an account is closed, and its orders are moved', async () => {
      const [one, two] = [await admin.readerId('reader1'), await admin.readerId('reader2')];
      await admin.ask('PUT', `/api/staff/${one}/active`, { isActive: false, moveOrdersTo: two });
      await second.reload();
      await expect(second.getByRole('heading', { name: 'Pending Assignments (4)' })).toBeVisible();
      await first.reload();
      await expect(first.getByRole('button', { name: 'Sign In' })).toBeVisible();
      await admin.ask('PUT', `/api/staff/${two}/active`, { isActive: false });
    });
    await step(
      'the next order is with nobody, as are those of the last reader, and the admin is told',
      async () => {
        const order = await sell(service.url);
        await openDesk(page, service.url, '?tab=overview');
        const toDo = page.getByRole('list', { name: 'To do' });
        await expect(toDo).toContainText('5 orders have no reader');
        await toDo.getByRole('listitem').filter({ hasText: 'have no reader' }).getByRole('button').click();
        await expect(rowOf(page, order)).toBeVisible();
        await page.getByRole('button', { name: order.orderNumber, exact: true }).click();
        await expect(orderDialog(page, order).getByLabel('Assigned reader')).toHaveValue('');
      },
    );
    await first.context().close();
    await second.context().close();
  },
);

/** Sets when an order is due, in hours from now. */
function setDue(databasePath: string, orderId: string, hours: number): void {
  const db = openDatabase(databasePath);
  db.$client.prepare('UPDATE orders SET due_at = ? WHERE id = ?').run(Date.now() + hours * hour, orderId);
  db.$client.close();
}

testAlone(
  'what is overdue comes first, then what came back, then what is due first',
  async ({ page, service }) => {
    const admin = await colleague(service.url);
    const later = await sellTo(service, admin, 'reader1');
    const overdue = await sellTo(service, admin, 'reader1');
    const rejected = await sellTo(service, admin, 'reader1');
    const { id } = await admin.write(rejected.id, 'The Star.');
    await admin.ask('PUT', `/api/readings/${id}/reject`, {});
    const soon = await sellTo(service, admin, 'reader1');
    setDue(service.databasePath, overdue.id, -3.1);
    setDue(service.databasePath, soon.id, 2.1);
    await openReaderDesk(page, service.url, 'reader1');
    const headings = page.getByRole('listitem').getByRole('heading', { level: 4 });
    const order = [overdue, rejected, soon, later];
    await expect(headings).toHaveText(order.map(({ orderNumber }) => new RegExp(orderNumber)));
    await expect(assignment(page, overdue)).toContainText('(3 hours late)');
    await expect(assignment(page, overdue)).toContainText('Late');
    await expect(assignment(page, soon)).toContainText('(2 hours left)');
  },
);

const secretQuestion = 'Does my boss know that I drink?';

testAlone(
  'those who work here are told by mail, and nothing of what the customer wrote',
  async ({ page, browser, request, service }) => {
    const admin = await colleague(service.url);
    const first = await readerElsewhere(browser, service, 'reader1');
    const second = await readerElsewhere(browser, service, 'reader2');
    const desks = [
      { person: 'admin', page },
      { person: 'reader1', page: first },
      { person: 'reader2', page: second },
    ] as const;
    await openDesk(page, service.url);
    for (const { person, page: desk } of desks) {
      const data = { email: `${person}@staff.example`, currentPassword: people[person] };
      const response = await desk.request.put('/api/account', { data, headers: { origin: service.url } });
      expect(response.status()).toBe(200);
    }
    const subjectsTo = async (person: string) => {
      const mails: SandboxMail[] = await (await request.get('/sandbox/mail.json')).json();
      const own = mails.filter(({ to }) => to === `${person}@staff.example`).reverse();
      for (const mail of own) expect(`${mail.subject} ${mail.text}`).not.toMatch(/drink|rum|Maya/);
      return own.map(({ subject }) => subject);
    };
    const expectTold = (person: string, subjects: RegExp[]) =>
      expect
        .poll(() => subjectsTo(person))
        .toEqual(subjects.map((subject) => expect.stringMatching(subject)));
    const ask = (method: string, path: string, body?: unknown) =>
      admin.ask<{ id: string }>(method, path, body);

    const form = {
      readingType: 'other' as const,
      customQuestion: secretQuestion,
      backgroundContext: 'It is rum.',
    };
    const order = await sell(service.url, form);
    const number = order.orderNumber;
    const owner =
      (await admin.order(order.id)).assignedReader?.username === 'reader2' ? 'reader2' : 'reader1';
    const next = owner === 'reader1' ? 'reader2' : 'reader1';
    const desk = owner === 'reader1' ? second : first;
    const assigned = new RegExp(`^${number} is assigned to you$`);

    await step('assigned, and given to somebody else', async () => {
      await expectTold(owner, [assigned]);
      await giveTo(admin, order.id, next);
      await expectTold(next, [assigned]);
      await expectTold(owner, [assigned, new RegExp(number)]);
    });
    await step('handed in, and sent back', async () => {
      await desk.goto(`/reader/dashboard?order=${order.id}`);
      await text(desk).fill('The Star speaks of patience.');
      await handIn(desk);
      await expect(desk.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
      await expectTold('admin', [new RegExp(number)]);
      const { id } = await admin.readingOf(order.id);
      await ask('PUT', `/api/readings/${id}/reject`, { feedback: 'Say more of the Star.' });
      await expectTold(next, [assigned, new RegExp(number)]);
    });
    await step('a notice leads to the order', async () => {
      const mails: SandboxMail[] = await (await request.get('/sandbox/mail.json')).json();
      const mail = mails.find(
        ({ to, text: words }) => to === `${next}@staff.example` && words.includes('Say more'),
      );
      const link = /https?:\/\/\S+\/reader\/dashboard\S*/.exec(mail?.text ?? '')?.[0] ?? '';
      await desk.goto(link);
      await expect(text(desk)).toHaveValue('The Star speaks of patience.');
    });
    await step('reminded when it is nearly due, and the admin when it is late', async () => {
      setDue(service.databasePath, order.id, 1);
      await service.restart();
      await expectTold(next, [assigned, new RegExp(number), /due/i]);
      setDue(service.databasePath, order.id, -1);
      await service.restart();
      await expectTold('admin', [new RegExp(number), /will be late/, /overdue/i]);
      await expectTold(next, [assigned, new RegExp(number), /due/i]);
    });
    await step('not told any more of what was switched off', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'My account' }).click();
      const account = page.getByRole('dialog', { name: 'My account' });
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/api/account') && response.ok(),
      );
      await account.getByLabel('A reading waits for my approval').uncheck();
      await saved;
      await text(desk).fill('The Star speaks of patience, and of rest.');
      await handIn(desk);
      await expect(desk.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
      const other = await sell(service.url);
      // Mail leaves in its order: when this one is there, the other would be.
      await expect
        .poll(async () => [...(await subjectsTo('reader1')), ...(await subjectsTo('reader2'))])
        .toContain(`${other.orderNumber} is assigned to you`);
      expect(await subjectsTo('admin')).toHaveLength(3);
    });
    await first.context().close();
    await second.context().close();
  },
);

async function giveTo(admin: Colleague, orderId: string, reader: 'reader1' | 'reader2'): Promise<void> {
  await admin.ask('PUT', `/api/orders/${orderId}/assignee`, { readerId: await admin.readerId(reader) });
}
