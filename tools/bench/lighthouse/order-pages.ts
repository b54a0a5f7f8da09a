import { linkSecretIn } from '../../../src/shared/orders/link-secret.ts';
import { buy, expectOk, openBrowser, signIn, until } from '../../../tests/faults/running-service/browser.ts';

/* The pages of an order, of a product on its sandbox: each look buys a reading of its own. */

/** How long a mail may take until it is in the sandbox's mailbox, in milliseconds. */
const patience = 20_000;

let customers = 0;

/** @returns the path of the page of an order that waits for its reading */
export async function orderPage(url: string): Promise<string> {
  return (await sell(url)).path;
}

/** @returns the path of that order's receipt */
export async function receiptPage(url: string): Promise<string> {
  return `${(await sell(url)).path}/receipt`;
}

/** @returns the path of the page of an order whose reading was sent: a letter, and the question below it */
export async function deliveredPage(url: string): Promise<string> {
  const { orderId, email } = await sell(url);
  const admin = await signIn(url, 'admin');
  const written = await expectOk(admin.call('POST', '/api/readings', { orderId, content: letter }));
  const { id }: { id: string } = JSON.parse(written.text);
  await expectOk(admin.call('PUT', `/api/readings/${id}/approve`, {}));
  return linkOf(url, email, 2);
}

/** The form of a shop in which one can withdraw from the contract: it is one from then on. @returns its path */
export async function withdrawPage(url: string): Promise<string> {
  const admin = await signIn(url, 'admin');
  const aftercare = { feedbackMailDays: 0, hasWithdrawal: true };
  await expectOk(admin.call('PUT', '/api/settings/aftercare', aftercare));
  return '/withdraw';
}

async function sell(url: string) {
  customers += 1;
  const email = `maya.${customers}@customers.example`;
  const { order } = await buy(url, { customerEmail: email });
  return { orderId: order.orderId, email, path: await linkOf(url, email, 1) };
}

/** @returns the path that the newest of so many mails leads to */
function linkOf(url: string, address: string, count: number): Promise<string> {
  const visitor = openBrowser(url);
  return until(`${count} mails to ${address}`, patience, async () => {
    const path = `/sandbox/mail.json?to=${encodeURIComponent(address)}`;
    const mails: { text: string }[] = JSON.parse((await expectOk(visitor.call('GET', path))).text);
    const text = mails[0]?.text ?? '';
    return mails.length < count ? null : `/order/${linkSecretIn(text.slice(text.indexOf('/order/')))}`;
  });
}

/** As long as a reading is. */
const letter = Array.from(
  { length: 8 },
  () =>
    'The Eight of Pentacles came first: somebody at a bench, who gets better at one thing by doing it again. ' +
    'Beside it stands The Star, which says that what you hope for is not far away, and that it takes its time.',
).join('\n\n');
