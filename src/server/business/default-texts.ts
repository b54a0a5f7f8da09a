import type { BusinessText } from '../../shared/business.ts';
import { durationWords, type Retention } from '../../shared/privacy/retention.ts';

/**
 * What the pages say until the owner says it otherwise. Plain words, and true of what the service does.
 *
 * @param retention how long what is kept, which the privacy text says
 */
export function defaultTexts(retention: Retention): Record<Exclude<BusinessText, 'bio'>, string> {
  return { ...fixedTexts, privacy: privacyText(retention) };
}

const fixedTexts: Record<Exclude<BusinessText, 'bio' | 'privacy'>, string> = {
  faq: `## Does tarot predict the future?
No. The cards do not fix what will happen. A reading describes the forces in your situation and where they lead if nothing changes, so that you can decide what should.

## Does it come from God?
We do not claim that. Tarot is a set of pictures that people have used for centuries to think with. It asks for no belief and takes none away: what the reading means to you is yours to decide.

## Which decks do you use, and is the number of cards limited?
The reader works with several decks and takes the one that suits your question. The number of cards is not limited: the reader draws until the answer is clear.

## How long is a reading?
Half a page to a full page of written text, as long as your question needs.

## How long does delivery take?
Up to 3 business days. Business days are Monday to Friday. If your confirmation has not arrived within 10 minutes, please look into your spam or promotions folder.`,

  terms: `## What you order
You order one personal written tarot reading about your career question. A reader writes it for you, somebody else reads it once more, and it comes to your email address. There is no subscription and no account.

## Delivery
Your reading is delivered in 1-3 business days, which are Monday to Friday. If it has not arrived by the day in your confirmation, please look in your spam and promotions folders, then write to us.

## Price and payment
You pay once, by card, the price that is on the button. The card payment is handled by Stripe. We never see your card number.

## What a reading is
A reading is for guidance and entertainment purposes. It is no medical, legal, financial or psychological advice, and no promise about what will happen. The decisions it speaks of are yours.

## Money back
Readings are non-refundable once delivered. Until then you can ask for your money back. More about that stands on the page about refunds.

## Your part
Please give an email address that you can read, and ask for yourself or with the agreement of whom you ask for. You have to be old enough to conclude a contract where you live.`,

  refunds: `## Before your reading is delivered
Write to us with your order number, and we give you all of your money back. You need no reason.

## When it does not arrive
If we do not deliver your reading, you get all of your money back.

## After it is delivered
Readings are non-refundable once delivered: somebody has written it for you, and it is yours. If something is wrong with it, please write to us all the same. We read every message.

## How the money comes back
It goes back to the card you paid with. Banks usually take five to ten business days to show it.`,
};

function privacyText({ endedOrderYears, neverPaidDays, draftDays, mailDays }: Retention): string {
  return `## What we keep
- Your name, your email address and the name the reading is addressed to
- Your question and what you tell us about its background
- Your reading, and the mails we sent you about it
- What you paid and when, without your card number

## What it is for
It is used to write your reading, to deliver it, to answer you, and to keep the books that the law asks for. It is not sold, not used for advertising, and not given to anybody else.

## Who sees it
The reader who writes for you sees your name, your question and its background, but not your email address. Whoever reads the reading before it is sent sees it as well. A reader who writes for you again sees what you asked before and what you were sent.

## Who helps us
Card payments are handled by Stripe, which gets your card details directly from your browser. A mail service delivers our mails.

## How long we keep it
- Your order, your question and your reading: ${orderWords(endedOrderYears)}
- An order that was not paid: ${durationWords('neverPaidDays', neverPaidDays)}
- What a reader drafted of it: ${durationWords('draftDays', draftDays)} after your reading was delivered
- To where and when we sent you mails: ${durationWords('mailDays', mailDays)}, and longer only when your bank has asked about the payment
- What you paid and when: for as long as the law asks for our books. Once the rest is deleted, your name is not in it.

## This website
It counts no visitors, and no advertiser or statistics service is told that you were here. A cookie keeps your order together while you place it. What you type into the form is kept in your own browser, so that it is there again after a reload or in a new tab: until you have ordered or clear the form, and for 7 days at most. What you type on the page of your order stays in that tab until you have sent it or close the tab. When something you sent from there, or from the forms for your links and for a withdrawal, cannot be taken, our server remembers it for an hour, so that you need not type it again.

## Your rights
Write to us when you want to know what we have about you, want it corrected, or want it deleted. What the law asks us to keep about a payment stays for as long as it asks.`;
}

/** Counted from the payment; an admin who has set no time erases whoever asks for it. */
function orderWords(years: number): string {
  return years === 0
    ? 'until you ask us to delete it, so that you can come back to it'
    : `${durationWords('endedOrderYears', years)} after you paid`;
}
