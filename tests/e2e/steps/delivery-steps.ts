import type { Page } from '@playwright/test';
import { buy } from '../../faults/running-service/browser.ts';
import { signInHere } from './desk-steps.ts';
import { product } from './servers.ts';
import { type Customer, mailsTo, ordersOf, type SandboxMail } from './steps.ts';

export async function sellBeforehand(customer: Customer): Promise<string> {
  const { order } = await buy(product.url, {
    customerName: customer.name,
    customerEmail: customer.email,
    readingAddresseeName: customer.addressee,
    backgroundContext: customer.background,
  });
  return order.orderNumber;
}

/** Writes the reading of the customer's order and approves it, as an admin. @returns the mail with it */
export async function deliver(admin: Page, email: string, content: string): Promise<SandboxMail | undefined> {
  await signInHere(admin, product.url, 'admin');
  const [order] = await ordersOf(admin, email);
  const headers = { origin: product.url };
  const written = await admin.request.post('/api/readings', {
    headers,
    data: { orderId: order?.id, content, internalNotes: 'A private note.' },
  });
  const { id }: { id: string } = await written.json();
  const approved = await admin.request.put(`/api/readings/${id}/approve`, { headers });
  if (!approved.ok()) throw new Error(`approving was answered ${approved.status()}`);
  const [, delivery] = await mailsTo(admin.request, email, 2);
  return delivery;
}
