import type { Database } from '../../../db/client.ts';
import type { Mailer } from './mailer.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** Effects outside this process wait for the commit: a refund is made only once it is on the disk. */

type Written = Pick<Database, 'commits'>;

export function gatewayAfterCommit(gateway: PaymentGateway, { commits }: Written): PaymentGateway {
  const after = async <T>(change: () => Promise<T>): Promise<T> => {
    await commits.written();
    return change();
  };
  return {
    ...gateway,
    openPayment: (input) => after(() => gateway.openPayment(input)),
    attachOrder: (id, order) => after(() => gateway.attachOrder(id, order)),
    changeAmount: (id, amountCents) => after(() => gateway.changeAmount(id, amountCents)),
    cancelPayment: (id) => after(() => gateway.cancelPayment(id)),
    refundPayment: (input) => after(() => gateway.refundPayment(input)),
  };
}

export function mailerAfterCommit(mailer: Mailer, { commits }: Written): Mailer {
  return {
    ...mailer,
    async send(mail) {
      await commits.written();
      return mailer.send(mail);
    },
  };
}
