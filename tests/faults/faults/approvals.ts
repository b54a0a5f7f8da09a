import { eq } from 'drizzle-orm';
import { readings } from '../../../db/schema.ts';
import { listEvents } from '../../../src/server/orders/order-events-repository.ts';
import { addSignedIn, orderIn, storedMail, storedOrder } from '../../kit/builders.ts';
import { createTestApp, type TestApp } from '../../kit/test-app.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const atOnce = 50;
const undoMs = 60_000;
const editedText = 'The Star speaks of patience, and of work that is seen later.';

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Submitted = Awaited<ReturnType<typeof orderIn>>;

interface End {
  approved: number;
  rival: number;
  status: string;
  isDeleted: boolean;
  text: string;
  isAsApproved: boolean;
  mails: string[];
}

interface Rival {
  act(admin: Admin, order: Submitted): Promise<{ status: number }>;
  /** @returns what is wrong with the end, or null */
  judge(end: End): string | null;
}

const approve: Rival['act'] = (admin, { readingId }) => admin.put(`/api/readings/${readingId}/approve`);

const rivals: Record<string, Rival> = {
  approve: {
    act: approve,
    judge: ({ approved, mails }) =>
      approved === 1 && mails.length === 1 ? null : `${approved} approvals won, ${mails.length} mails`,
  },
  reject: {
    act: (admin, { readingId }) => admin.put(`/api/readings/${readingId}/reject`, { feedback: 'Say more.' }),
    judge({ approved, rival, status, mails }) {
      if (approved + rival !== 1) return `${approved} approvals and ${rival} rejections won`;
      if (status !== (approved === 1 ? 'approved' : 'rejected')) return `the order is ${status} all the same`;
      return mails.length === approved ? null : `${mails.length} mails`;
    },
  },
  edit: {
    act: (admin, { readingId }) => admin.put(`/api/readings/${readingId}`, { content: editedText }),
    // An edit may come before the approval, which then approves the edited text.
    judge({ approved, rival, text, isAsApproved, mails }) {
      if (!isAsApproved) return 'the text was changed after its approval';
      if (approved !== 1 || mails.length !== 1) return `${approved} approvals won, ${mails.length} mails`;
      if (!mails[0]?.includes(text)) return 'the customer got another text than the approved one';
      return rival === 0 || text === editedText ? null : 'an edit was answered 200 and is lost';
    },
  },
  delete: {
    act: (admin, { orderId }) => admin.delete(`/api/orders/${orderId}`),
    // Deleting takes back an approval that has not been mailed yet, so both may be answered 200.
    judge({ approved, rival, isDeleted, mails }) {
      if (rival !== 1 || approved > 1) return `${approved} approvals and ${rival} deletions won`;
      if (!isDeleted) return 'the order was deleted and is there';
      return mails.length === 0 ? null : `${mails.length} mails for a deleted order`;
    },
  },
};

const approvals: Trial = {
  table: 'fault',
  name: 'approve-at-once',
  promise: `of ${atOnce} approvals at once, or of approvals against reject, edit and delete, one wins, the others are answered 409 (404 when deleted); at most one mail, with the approved text`,
  counts: { quick: 20, full: 200 },
  async run(times, { count }) {
    const app = createTestApp();
    const admin = await addSignedIn(app, 'admin', 'admin');
    const chance = createTrialRandom(51);
    for (let index = 0; index < times; index++) {
      for (const [name, { act, judge }] of Object.entries(rivals)) {
        const order = await orderIn(app, 'reading_uploaded', admin.person);
        const won = { approved: 0, rival: 0 };
        let odd: number | null = null;
        const play = async (player: keyof typeof won) => {
          await chance.turns(8);
          const { status } = await (player === 'rival' ? act : approve)(admin, order);
          if (status === 200) won[player] += 1;
          else if (status !== 409 && !(name === 'delete' && status === 404)) odd = status;
        };
        const both = ['approved', 'rival', 'approved', 'rival', 'approved', 'rival'] as const;
        const players = name === 'approve' ? Array<'approved'>(atOnce).fill('approved') : both;
        await Promise.all(chance.shuffle<keyof typeof won>(players).map(play));
        const loss = odd === null ? judge(await endOf(app, order, won)) : `one was answered ${odd}`;
        count(loss && `approve against ${name}: ${loss}`);
      }
    }
    return `${times * atOnce} approvals at once`;
  },
};

async function endOf(app: TestApp, order: Submitted, won: { approved: number; rival: number }): Promise<End> {
  const { status, deletedAt } = storedOrder(app, order.orderId);
  const reading = app.db.select().from(readings).where(eq(readings.id, order.readingId)).get();
  const approval = listEvents(app.db, order.orderId).findLast(({ type }) => type === 'reading_approved');
  // The mails leave once nothing can be undone.
  app.clock.advance(undoMs + 1);
  app.mailer.sent.length = 0;
  await app.sendMail();
  const deliveries = storedMail(app, order.orderId).filter(({ kind }) => kind === 'reading_delivery');
  return {
    ...won,
    status,
    isDeleted: deletedAt !== null,
    text: reading?.content ?? '',
    isAsApproved: !approval || approval.data.revision === reading?.revision,
    mails: app.mailer.sent
      .filter(({ messageId }) => deliveries.some((delivery) => delivery.messageId === messageId))
      .map(({ text }) => text),
  };
}

export const trials: Trial[] = [approvals];
