import {
  type Person as Account,
  expect,
  mailsTo,
  newCustomer,
  orderLink,
  people,
} from '../e2e/steps/steps.ts';
import { sizes, test } from './visit.ts';

const reading = [
  'The Eight of Pentacles came first: someone at a bench, getting better at one thing.',
  'You asked which path to take. The Star beside it says that you already know, & that you may say so.',
].join('\n\n');

for (const [device, size] of Object.entries(sizes)) {
  test.describe(`on a ${device}`, () => {
    test.use({ size });

    test('sells, writes, approves, and delivers a reading', async ({ visitor, look, service, request }) => {
      const customer = newCustomer();
      const signIn = async (account: Account, desk: string) => {
        await visitor.fill('Username', account);
        await visitor.fill('Password', people[account]);
        await visitor.press('Sign In');
        await visitor.arrive(desk);
      };

      await visitor.open(`${service.url}/`);
      await visitor.choose('What career path should I pursue');
      await visitor.fill('Full name', customer.name);
      await visitor.fill('Email', customer.email);
      await visitor.fill('Name for the reading', customer.addressee);
      await visitor.fill('Background context', customer.background);
      await visitor.fill('Card number', '4242424242424242');
      await visitor.fill('Expiration date', '1234');
      await visitor.fill('Security code', '123');
      expect(await visitor.read('Card number')).toBe('4242 4242 4242 4242');
      expect(await visitor.read('Expiration date')).toBe('12 / 34');
      await look('the checkout, filled in');

      await visitor.press('Pay $');
      const address = await visitor.arrive('/thank-you?order=');
      const orderNumber = new URLSearchParams(address.split('?')[1]).get('order') ?? '';
      await visitor.see('Order Confirmed');
      await visitor.see(orderNumber);
      await look('the thank-you page');
      const [confirmation] = await mailsTo(request, customer.email, 1);
      expect(confirmation?.text).toContain(orderNumber);

      await visitor.open(`${service.url}/admin/login`);
      await visitor.see('Admin Portal');
      await look('the sign-in');
      await signIn('reader1', '/reader/dashboard');
      await visitor.see(customer.background);
      await visitor.press(`Upload Reading for ${orderNumber}`);
      await visitor.fill('Reading content', reading);
      await look("the reader's desk");
      await visitor.press('Submit for Admin Review');
      await visitor.see('Reading submitted for admin review');
      await look("the reader's desk afterwards");
      await visitor.press('Sign Out');
      await visitor.arrive('/admin/login');

      await signIn('admin', '/admin/dashboard');
      await visitor.see(orderNumber);
      await look("the admin's orders");
      await visitor.turnTo('Reading Approval');
      await visitor.see(customer.background);
      await look('the approval');
      await visitor.press(`${orderNumber} · ${customer.name}`);
      await visitor.press('Preview');
      await visitor.see(`Preview for ${orderNumber}`);
      await look('the mail before it is sent');
      await visitor.press('Close');
      await visitor.press('Approve & Send');
      await visitor.see('Reading Approved');
      await look('the approval afterwards');

      const [, delivery] = await mailsTo(request, customer.email, 2);
      expect(delivery?.text).toContain(reading);
      await visitor.open(orderLink(delivery));
      await visitor.see('The Eight of Pentacles came first');
      await look("the customer's order");
    });
  });
}
