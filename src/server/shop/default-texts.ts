import { durationText, type Retention } from '../../shared/ops/retention.ts';
import type { BusinessText } from '../../shared/shop/business-schema.ts';

export const sampleBio = `Your reader is a corporate professional and mother of two in the USA. Performance reviews, reorganizations, a job that only looked right on paper, work and family needing the same hour: she has been through all of it.

The cards help you see your work life from a new angle. You get plain language about your situation, and something you can do about it on Monday.`;

export function defaultTexts(retention: Retention): Record<Exclude<BusinessText, 'bio'>, string> {
  return { ...fixedTexts, privacy: privacyText(retention) };
}

const fixedTexts: Record<Exclude<BusinessText, 'bio' | 'privacy'>, string> = {
  faq: `## Does tarot predict the future?
No. The cards don’t decide what will happen. A reading describes what’s at work in your situation and where it’s heading if nothing changes, so you can decide what to do.

## Does it come from God?
We don’t claim that. Tarot is a set of pictures that people have used for centuries to help them think. You don’t need to believe in anything. What the reading means to you is up to you.

## Which decks do you use, and is the number of cards limited?
Your reader works with several decks and picks the one that fits your question. There’s no limit on the number of cards. Your reader draws until the answer is clear.

## How long is a reading?
Half a page to a full page, depending on your question.

## How long does delivery take?
Up to 3 business days. Business days are Monday to Friday. If you don’t get your confirmation email within 10 minutes, please check your spam or promotions folder.`,

  terms: `## What you order
You’re ordering one personal, written tarot reading about your career question. A reader writes it for you, we review it, and then we email it to you. There’s no subscription and no account.

## Delivery
We deliver your reading in 1-3 business days. Business days are Monday to Friday. If you don’t have it by the date in your confirmation, please check your spam and promotions folders, then email us.

## Price and payment
You pay once, by card, at the price shown on the button. Stripe handles the payment. We never see your card number.

## What a reading is
A reading is for guidance and entertainment purposes. It isn’t medical, legal, financial or psychological advice, and it doesn’t promise that anything will happen. Your decisions are your own.

## Refunds
Readings are non-refundable once delivered. Until then, you can ask for a refund. See our refunds page for details.

## Your responsibilities
Please give an email address that you can check. Order for yourself, or get the other person’s permission first. You must be old enough to enter into a contract where you live.`,

  refunds: `## Before your reading is delivered
Email us your order number, and we’ll refund the full amount. You don’t need to give a reason.

## If it doesn’t arrive
If we don’t deliver your reading, you get a full refund.

## After it is delivered
Readings are non-refundable once delivered, because a reader has written one just for you. If something is wrong with it, please email us anyway. We read every message.

## How you get your refund
We refund the card you paid with. Banks usually take five to ten business days to show it.`,
};

function privacyText({ endedOrderYears, neverPaidDays, draftDays, mailDays }: Retention): string {
  return `## What we keep
- Your name, your email address and the name we use in your reading
- Your question, the background you give us, and messages about your order
- Your reading, and the emails we sent you about it
- What you paid and when, but not your card number

## What we use it for
We use it to write and deliver your reading, to reply to you, and to keep the records the law requires. We don’t sell it, use it for advertising, or give it to anyone else.

## Who sees it
The reader who writes for you sees your name, your question, its background and the messages about your order, but not your email address. The person who reviews your reading before we send it sees it too. If a reader writes for you again, they see what you asked before and what we sent you.

## Who helps us
Stripe handles card payments and gets your card details directly from your browser. An email service delivers our emails.

## How long we keep it
- Your order, your question and your reading: ${orderWords(endedOrderYears)}
- An unpaid order: ${durationText('neverPaidDays', neverPaidDays)}
- Your reader’s drafts: ${durationText('draftDays', draftDays)} after we delivered your reading
- Where and when we sent you emails: ${durationText('mailDays', mailDays)}, and longer only if your bank asks about the payment
- What you paid and when: for as long as the law requires us to keep records. Once the rest is deleted, they no longer include your name.

## This website
This site doesn’t count its visitors, and no advertiser or analytics service learns that you were here. A cookie keeps your order together while you place it. What you type into the order form is saved in your own browser, so it’s still there if you reload the page or open a new tab. It stays until you order or clear the form, for up to 7 days. What you type on your order page stays in that tab until you send it or close the tab. If we can’t accept something you send from there, or from the forms for your links and for a withdrawal, our server keeps it for an hour so you don’t have to type it again.

## Your rights
Email us if you want to know what we have about you, or want it corrected or deleted. We keep what the law requires about a payment for as long as it requires.`;
}

function orderWords(years: number): string {
  return years === 0
    ? 'until you ask us to delete it, so you can come back to it'
    : `${durationText('endedOrderYears', years)} after you paid`;
}
